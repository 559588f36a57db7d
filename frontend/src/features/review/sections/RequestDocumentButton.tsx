import Typography from '@mui/material/Typography';
import type { DataRequest } from '@/api/models';
import { DocumentButton } from '@/shared/documents/DocumentButton';
import { detailAt } from '@/shared/requests/documentDetail';

interface Props {
  request: DataRequest;
  /** Empty if no document was uploaded. */
  path: string | null | undefined;
  title: string;
  none?: string;
}

/**
 * A button that opens one document of a request, with its size, or a text if the document is
 * missing.
 */
export function RequestDocumentButton(props: Props) {
  const { request, path, title, none = 'No information available' } = props;
  if (!path) {
    return (
      <Typography component="span" variant="body2" color="textSecondary">
        {none}
      </Typography>
    );
  }
  return <DocumentButton path={path} title={title} detail={detailAt(request, path)} />;
}

import Typography from '@mui/material/Typography';
import type { DataRequest } from '@/api/models';
import { DocumentButton } from '@/components/DocumentButton';
import { detailAt } from '@/components/requests/documentDetail';

interface Props {
  request: DataRequest;
  /** Nothing when none was uploaded. */
  path: string | null | undefined;
  title: string;
  /** The words when there is none. */
  none?: string;
}

/** One document of a request with its size, or the words for a missing one. */
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

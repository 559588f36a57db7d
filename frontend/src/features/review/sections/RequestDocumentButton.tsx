import Typography from '@mui/material/Typography';
import type { DataRequest } from '@/api/models';
import { DocumentButton } from '@/components/DocumentButton';
import { fileSize } from '@/lib/numbers';

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
  const size = request.documents.find((document) => document.path === path)?.size;
  return (
    <DocumentButton
      path={path}
      title={title}
      detail={size === undefined ? undefined : fileSize(size)}
    />
  );
}

import MailOutlined from '@mui/icons-material/MailOutlined';
import Button from '@mui/material/Button';
import { downloadLetter } from '@/api/documents';
import type { DataRequest } from '@/api/models';
import { useExport } from './useExport';

interface Props {
  request: Pick<DataRequest, 'request_id' | 'status'>;
}

/** A button to download the approval letter. Renders nothing unless the request is approved. */
export function LetterButton({ request }: Props) {
  const letter = useExport(() => downloadLetter(request.request_id));
  if (request.status !== 'Approved') return null;
  return (
    <Button
      variant="outlined"
      startIcon={<MailOutlined />}
      loading={letter.isPending}
      loadingPosition="start"
      onClick={() => letter.mutate()}
    >
      Approval Letter
    </Button>
  );
}

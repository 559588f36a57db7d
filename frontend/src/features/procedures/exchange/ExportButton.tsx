import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Button from '@mui/material/Button';
import { downloadProcedure } from '@/api/documents';
import { messageOf } from '@/api/errors';
import type { ApprovalProcedure } from '@/api/models';
import { useAct } from '@/api/useAct';
import { toast } from '@/lib/toast';

/**
 * Downloads the procedure as a file that this or another installation can import (decisions G2).
 */
export function ExportButton({ procedure }: { procedure: ApprovalProcedure }) {
  const download = useAct({
    mutationFn: () => downloadProcedure(procedure.approval_procedure_id),
    onError: (error) => toast(messageOf(error), 'error'),
  });
  return (
    <Button
      variant="outlined"
      startIcon={<DownloadOutlined />}
      loading={download.isPending}
      loadingPosition="start"
      onClick={() => download.mutate()}
    >
      Export
    </Button>
  );
}

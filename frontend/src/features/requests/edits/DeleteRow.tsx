import Box from '@mui/material/Box';
import type { DataRequest } from '@/api/models';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { closeEdit, sectionOf, type EditTarget } from '@/lib/requestEdits';
import { nameOf } from '@/shared/requests/columns';
import { EditRefusal } from './EditRefusal';
import { useEdit, type EditContent } from './useEdit';

interface Props {
  request: DataRequest;
  target: Extract<EditTarget, { kind: 'deleteDevice' | 'deleteStaff' }>;
}

export function DeleteRow({ request, target }: Props) {
  const edit = useEdit(request, target);
  const isDevice = target.kind === 'deleteDevice';
  const name = isDevice ? target.row.equipment_name : nameOf(target.row);
  const content: EditContent = {
    kind: target.kind,
    id: isDevice ? target.row.device_id : target.row.staff_shared_id,
  };
  return (
    <ConfirmDialog
      open
      title={isDevice ? 'Delete this device?' : 'Delete this staff member?'}
      confirmLabel={isDevice ? 'Delete device' : 'Delete staff member'}
      colour="error"
      pending={edit.pending}
      onCancel={closeEdit}
      onConfirm={() => edit.save(content)}
    >
      {name} will be removed from the list. Reviewers can still see it in older versions of the Data
      Request.
      {edit.error && (
        <Box sx={{ mt: 2 }}>
          <EditRefusal
            edit={edit}
            section={sectionOf(target)}
            onRetry={() => edit.save(content)}
            onKeepMine={() => edit.save(content)}
            onUseSaved={closeEdit}
          />
        </Box>
      )}
    </ConfirmDialog>
  );
}

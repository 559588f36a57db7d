import Button from '@mui/material/Button';
import DialogContentText from '@mui/material/DialogContentText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import type { AssignedRoleStatus } from '@/api/models';
import { fullName } from '@/api/session';
import { DialogForm } from '@/ui/DialogForm';
import { LimitedField } from '@/ui/LimitedField';
import { RoleHistory } from '@/shared/roles/RoleHistory';
import { limits } from '@/lib/limits';
import { toast } from '@/lib/toast';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { useChangeRoleStatus } from './mutations';
import { consequences } from './roleStatus';

const NO_STATUS = 'Please select a valid status';

interface Props {
  assigned: AssignedRoleStatus;
  requestsPath: string;
  onClose: () => void;
}

/** Changes the status of an assigned role, and shows its history (3 §2.3, §4). */
export function RoleStatusDialog({ assigned, requestsPath, onClose }: Props) {
  const { user, org_role } = assigned.assigned_role;
  const { status } = assigned.role_status;
  const { role } = org_role.role;
  // A requested role is granted or denied with the password, on the page of role requests (1 §6).
  const waits = status === 'Pending' && !assigned.refusal;
  const possible = waits ? [] : assigned.possible_statuses;
  const targetOf = (chosen: string) => possible.find((option) => option.status === chosen);
  const form = useRecordForm({
    name: `role status ${assigned.assigned_role.assigned_role_id}`,
    initial: { chosen: '', reason: '' },
    check: ({ chosen }) => ({ chosen: targetOf(chosen) ? undefined : NO_STATUS }),
    save: useChangeRoleStatus(assigned.assigned_role_status_id),
    inputOf: ({ chosen, reason }) => ({
      roleStatusId: targetOf(chosen)?.role_status_id ?? 0,
      reason: reason.trim(),
    }),
    onSaved: ({ message }) => {
      toast(message, 'success');
      onClose();
    },
  });
  const { chosen } = form.values;

  return (
    <DialogForm
      title={`${role} of ${fullName(user)}`}
      submitLabel={possible.length > 0 ? 'Save the status' : undefined}
      colour={chosen && chosen !== 'Activated' ? 'error' : 'primary'}
      cancelLabel={possible.length > 0 ? 'Cancel' : 'Close'}
      {...form.dialog}
      onClose={onClose}
    >
      <DialogContentText>
        {possible.length > 0
          ? `The status is ${status}. A change takes effect immediately, and the person is notified.`
          : (assigned.refusal ??
            'This role was requested. Grant or deny it among the role requests.')}
      </DialogContentText>
      {waits && (
        <Button component={Link} to={requestsPath} variant="outlined" onClick={onClose}>
          Go to the role requests
        </Button>
      )}
      {possible.length > 0 && (
        <>
          <TextField
            select
            required
            autoFocus
            {...form.text('chosen', consequences[chosen])}
            label="Role Status"
            value={targetOf(chosen) ? chosen : ''}
          >
            {possible.map((option) => (
              <MenuItem key={option.role_status_id} value={option.status}>
                {option.status}
              </MenuItem>
            ))}
          </TextField>
          <LimitedField
            {...form.text('reason')}
            limit={limits.ChangeStatusBody.reason}
            label="Reason (optional)"
            multiline
            minRows={2}
            maxRows={8}
          />
        </>
      )}
      <Typography variant="h3">History</Typography>
      <RoleHistory lines={assigned.history} label="History" />
    </DialogForm>
  );
}

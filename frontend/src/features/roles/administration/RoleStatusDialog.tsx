import Button from '@mui/material/Button';
import DialogContentText from '@mui/material/DialogContentText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link } from 'react-router';
import { ApiError, messageOf } from '@/api/errors';
import type { AssignedRoleStatus } from '@/api/models';
import { fullName } from '@/api/session';
import { DialogForm } from '@/components/DialogForm';
import { useFormDraft } from '@/components/formDraft';
import { LimitedField } from '@/components/LimitedField';
import { RoleHistory } from '@/components/roles/RoleHistory';
import { limits } from '@/lib/limits';
import { toast } from '@/lib/toast';
import { useChangeRoleStatus } from './mutations';
import { consequences } from './roleStatus';

const NO_STATUS = 'Please select a valid status';

interface Props {
  assigned: AssignedRoleStatus;
  /** Where a request for a role is granted or denied. */
  requestsPath: string;
  onClose: () => void;
}

/** Changes the status of an assigned role, and tells how it came to the one it has (3 §2.3, §4). */
export function RoleStatusDialog({ assigned, requestsPath, onClose }: Props) {
  const { user, org_role } = assigned.assigned_role;
  const { status } = assigned.role_status;
  const { role } = org_role.role;
  const [{ chosen, reason }, set] = useFormDraft(
    `role status ${assigned.assigned_role.assigned_role_id}`,
    { chosen: '', reason: '' },
  );
  const [attempted, setAttempted] = useState(false);
  const change = useChangeRoleStatus(assigned.assigned_role_status_id);
  // What was requested is granted or denied with the password, among the role requests (1 §6).
  const waits = status === 'Pending' && !assigned.refusal;
  const possible = waits ? [] : assigned.possible_statuses;
  const target = possible.find((option) => option.status === chosen);
  const missing = attempted && !target;
  const reasonFault =
    change.error instanceof ApiError ? change.error.errors.reason?.[0] : undefined;
  const failure = change.error;

  const submit = () => {
    setAttempted(true);
    if (!target) {
      toast(NO_STATUS, 'warning');
      return;
    }
    change.mutate(
      { roleStatusId: target.role_status_id, reason: reason.trim() },
      {
        onSuccess: ({ message }) => {
          toast(message, 'success');
          onClose();
        },
      },
    );
  };

  return (
    <DialogForm
      title={`${role} of ${fullName(user)}`}
      submitLabel={possible.length > 0 ? 'Save the status' : undefined}
      colour={chosen && chosen !== 'Activated' ? 'error' : 'primary'}
      cancelLabel={possible.length > 0 ? 'Cancel' : 'Close'}
      pending={change.isPending}
      refusal={failure && !reasonFault ? messageOf(failure) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <DialogContentText>
        {possible.length > 0
          ? `The status is ${status}. A change counts at once, and the person is told.`
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
            id="role-status"
            label="Role Status"
            value={target ? chosen : ''}
            onChange={({ target: field }) => set({ chosen: field.value, reason })}
            error={missing}
            helperText={missing ? NO_STATUS : consequences[chosen]}
          >
            {possible.map((option) => (
              <MenuItem key={option.role_status_id} value={option.status}>
                {option.status}
              </MenuItem>
            ))}
          </TextField>
          <LimitedField
            limit={limits.ChangeStatusBody.reason}
            label="Reason (optional)"
            multiline
            minRows={2}
            maxRows={8}
            value={reason}
            onChange={({ target: field }) => set({ chosen, reason: field.value })}
            error={Boolean(reasonFault)}
            helperText={reasonFault}
          />
        </>
      )}
      <Typography variant="h3">History</Typography>
      <RoleHistory lines={assigned.history} label="History" />
    </DialogForm>
  );
}

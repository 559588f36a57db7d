import DialogContentText from '@mui/material/DialogContentText';
import { passwordErrors } from '@/api/errors';
import type { RoleRequest } from '@/api/models';
import { fullName } from '@/api/session';
import { AccountName } from '@/shared/accounts/AccountName';
import { DialogForm } from '@/ui/DialogForm';
import { LimitedField } from '@/ui/LimitedField';
import { PasswordField } from '@/ui/PasswordField';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { limits } from '@/lib/limits';
import { toast } from '@/lib/toast';
import { useAttend } from './mutations';
import { ACTIVATED, REJECTED } from './roleStatus';

interface Props {
  request: RoleRequest;
  grants: boolean;
  onAttended: () => void;
  onClose: () => void;
}

/** Grants or denies a requested role. Requires the administrator's own password (1 §6; 3 §5). */
export function AttendDialog({ request, grants, onAttended, onClose }: Props) {
  const { role } = request.org_role.role;
  const name = fullName(request.user);

  const form = useRecordForm({
    name: `${grants ? 'grant' : 'deny'} role ${request.assigned_role_id}`,
    initial: { password: '', reason: '' },
    secrets: ['password'],
    check: ({ password }) => ({ password: password ? undefined : 'The password is required' }),
    save: useAttend(),
    inputOf: ({ password, reason }) => ({
      assignedRoleId: request.assigned_role_id,
      seen: request.assigned_role_status_id,
      roleStatusId: grants ? ACTIVATED : REJECTED,
      password,
      reason: reason.trim(),
    }),
    errorsOf: passwordErrors,
    onSaved: ({ message }) => {
      toast(message, 'success');
      onAttended();
    },
  });

  return (
    <DialogForm
      title={`${grants ? 'Grant' : 'Deny'} the role ${role}`}
      submitLabel={`${grants ? 'Grant' : 'Deny'} ${role}`}
      colour={grants ? 'primary' : 'error'}
      {...form.dialog}
      onClose={onClose}
    >
      <DialogContentText>
        {grants
          ? `${name} can use the role ${role} immediately and is notified.${request.user.pending_activation ? ' The account is activated too.' : ''}`
          : `${name} is notified that the role ${role} was denied, with your reason if you enter one, and can request it again.`}
      </DialogContentText>
      <AccountName />
      <PasswordField
        {...form.text('password', "Confirms that it's you.")}
        label="Your password"
        called="password"
        autoComplete="current-password"
        autoFocus
      />
      <LimitedField
        {...form.text('reason')}
        limit={limits.AttendBody.reason}
        label="Reason (optional)"
        multiline
        minRows={2}
        maxRows={8}
      />
    </DialogForm>
  );
}

import DialogContentText from '@mui/material/DialogContentText';
import { useRef, useState } from 'react';
import { ApiError, messageOf } from '@/api/errors';
import type { RoleRequest } from '@/api/models';
import { fullName } from '@/api/session';
import { AccountName } from '@/components/AccountName';
import { DialogForm } from '@/components/DialogForm';
import { useFormDraft } from '@/components/formDraft';
import { LimitedField } from '@/components/LimitedField';
import { PasswordField } from '@/components/PasswordField';
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

type Faults = Partial<Record<'password' | 'reason', string>>;

/** The faults that the server found, at their fields; none where it refused as a whole. */
function faultsOf(error: unknown): Faults | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 401) return { password: error.message };
  const { password, reason } = error.errors;
  return password || reason ? { password: password?.[0], reason: reason?.[0] } : undefined;
}

/** Grants or denies a role that was asked for: it takes the administrator's own password (1 §6; 3 §5). */
export function AttendDialog({ request, grants, onAttended, onClose }: Props) {
  const [password, setPassword] = useState('');
  const [reason, setReason] = useFormDraft(
    `${grants ? 'grant' : 'deny'} role ${request.assigned_role_id}`,
    '',
  );
  const [faults, setFaults] = useState<Faults>({});
  const [refusal, setRefusal] = useState<string>();
  const passwordField = useRef<HTMLInputElement>(null);
  const attend = useAttend();
  const { role } = request.org_role.role;
  const name = fullName(request.user);

  const submit = () => {
    setRefusal(undefined);
    if (!password) {
      setFaults({ password: 'The password is required' });
      toast('The password is required', 'warning');
      passwordField.current?.focus();
      return;
    }
    setFaults({});
    attend.mutate(
      {
        assignedRoleId: request.assigned_role_id,
        seen: request.assigned_role_status_id,
        roleStatusId: grants ? ACTIVATED : REJECTED,
        password,
        reason: reason.trim(),
      },
      {
        onSuccess: ({ message }) => {
          toast(message, 'success');
          onAttended();
        },
        onError: (error) => {
          const found = faultsOf(error);
          if (!found) {
            setRefusal(messageOf(error));
            return;
          }
          setFaults(found);
          if (found.password) passwordField.current?.select();
        },
      },
    );
  };

  return (
    <DialogForm
      title={`${grants ? 'Grant' : 'Deny'} the role ${role}`}
      submitLabel={`${grants ? 'Grant' : 'Deny'} ${role}`}
      colour={grants ? 'primary' : 'error'}
      pending={attend.isPending}
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <DialogContentText>
        {grants
          ? `${name} can use the role ${role} at once, and is told.${request.user.pending_activation ? ' The account is activated with it.' : ''}`
          : `${name} is told that the role ${role} was denied, with your reason if you give one, and may ask again.`}
      </DialogContentText>
      <AccountName />
      <PasswordField
        label="Your password"
        called="password"
        autoComplete="current-password"
        autoFocus
        inputRef={passwordField}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        error={Boolean(faults.password)}
        helperText={faults.password ?? 'It confirms that it is you who decides.'}
      />
      <LimitedField
        limit={limits.AttendBody.reason}
        label="Reason (optional)"
        multiline
        minRows={2}
        maxRows={8}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={Boolean(faults.reason)}
        helperText={faults.reason}
      />
    </DialogForm>
  );
}

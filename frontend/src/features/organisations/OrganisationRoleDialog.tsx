import DialogContentText from '@mui/material/DialogContentText';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { ApiError, messageOf } from '@/api/errors';
import type { OrganisationRole } from '@/api/models';
import { useStored } from '@/api/useStored';
import { DialogForm } from '@/components/DialogForm';
import { useFormDraft } from '@/components/formDraft';
import { LimitedField } from '@/components/LimitedField';
import { RoleHistory } from '@/components/roles/RoleHistory';
import { StaleNotice } from '@/components/StaleNotice';
import { limits } from '@/lib/limits';
import { toast } from '@/lib/toast';
import { useUpdateOrganisationRole } from './mutations';
import { organisationQueries } from './queries';
import { offerStatus } from './offerStatus';

const NO_REASON = 'Please enter the reason.';

/** Activates an organisation role or deactivates it, for a reason, and tells how it came to where it stands (3 §2.6, §5). */
export function OrganisationRoleDialog(props: { role: OrganisationRole; onClose: () => void }) {
  const { role, onClose } = props;
  const { role_name, organisation, history } = role;
  // The list is read again after a refusal; what this dialog does must not turn round under the hand.
  const [activates] = useState(!role.status);
  const [reason, setReason] = useFormDraft(
    `${activates ? 'activate' : 'deactivate'} organisation role ${role.org_role_id}`,
    '',
  );
  const [attempted, setAttempted] = useState(false);
  const reasonField = useRef<HTMLInputElement>(null);
  const update = useUpdateOrganisationRole(role.org_role_id);
  const refused = update.error instanceof ApiError ? update.error.errors.reason?.[0] : undefined;
  const fault = attempted && !reason.trim() ? NO_REASON : refused;
  const stored = useStored(role, organisationQueries.organisationRole(role), update.error);
  const deed = activates ? 'Activate' : 'Deactivate';

  const submit = () => {
    setAttempted(true);
    if (!reason.trim()) {
      toast(NO_REASON, 'warning');
      reasonField.current?.focus();
      return;
    }
    update.mutate(
      { status: activates, reason: reason.trim(), row_version: stored.rowVersion },
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
      title={`${deed} ${role_name} of ${organisation}`}
      submitLabel={`${deed} this role`}
      colour={activates ? 'primary' : 'error'}
      pending={update.isPending}
      refusal={update.error && !refused && !stored.refusal ? messageOf(update.error) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <DialogContentText>
        {activates
          ? 'Whoever holds this role can use it again at once, and is told. Users can request it again.'
          : 'Whoever holds this role cannot use it any more from now on, and is told your reason. Nobody can request it. Data Requests that wait for it stay where they are until it is activated again.'}
      </DialogContentText>
      <LimitedField
        limit={limits.UpdateOrganisationRoleBody.reason}
        label="Reason"
        required
        autoFocus
        multiline
        minRows={2}
        maxRows={8}
        inputRef={reasonField}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={Boolean(fault)}
        helperText={fault}
      />
      <StaleNotice
        stored={stored}
        read={role}
        describe={(record) => [
          ['Status', offerStatus(record.status)],
          ['Reason', record.reason ?? ''],
        ]}
        onTakeOver={onClose}
        takeOver="Leave it as it is now"
      />
      {history.length > 0 && (
        <>
          <Typography variant="h3">History</Typography>
          <RoleHistory
            label="History"
            lines={history.map(({ status, ...line }) => ({
              ...line,
              status: offerStatus(status),
            }))}
          />
        </>
      )}
    </DialogForm>
  );
}

import DialogContentText from '@mui/material/DialogContentText';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { OrganisationRole } from '@/api/models';
import { ConflictNotice } from '@/ui/ConflictNotice';
import { DialogForm } from '@/ui/DialogForm';
import { LimitedField } from '@/ui/LimitedField';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { RoleHistory } from '@/shared/roles/RoleHistory';
import { limits } from '@/lib/limits';
import { toast } from '@/lib/toast';
import { useUpdateOrganisationRole } from './mutations';
import { organisationQueries } from './queries';
import { offerStatus } from './offerStatus';

const NO_REASON = 'Please enter the reason.';

/**
 * Activates or deactivates an organisation role with a reason, and shows its history (3 §2.6, §5).
 */
export function OrganisationRoleDialog(props: { role: OrganisationRole; onClose: () => void }) {
  const { role, onClose } = props;
  const { role_name, organisation, history } = role;
  // Fixed when the dialog opens: a refetch of the list must not reverse the action of the dialog.
  const [activates] = useState(!role.status);
  const form = useRecordForm({
    name: `${activates ? 'activate' : 'deactivate'} organisation role ${role.org_role_id}`,
    initial: { status: activates, reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() ? undefined : NO_REASON }),
    save: useUpdateOrganisationRole(role.org_role_id),
    inputOf: ({ status, reason }) => ({ status, reason: reason.trim() }),
    saved: {
      record: role,
      read: organisationQueries.organisationRole(role),
      valuesOf: ({ status, reason }) => ({ status, reason: reason ?? '' }),
      describe: ({ status, reason }) => [
        ['Status', offerStatus(status)],
        ['Reason', reason],
      ],
    },
    onSaved: ({ message }) => {
      toast(message, 'success');
      onClose();
    },
  });
  const verb = activates ? 'Activate' : 'Deactivate';

  return (
    <DialogForm
      title={`${verb} ${role_name} of ${organisation}`}
      submitLabel={`${verb} this role`}
      colour={activates ? 'primary' : 'error'}
      {...form.dialog}
      onClose={onClose}
    >
      <DialogContentText>
        {activates
          ? 'People with this role can use it again immediately and are notified. Users can request it again.'
          : 'People with this role can no longer use it and are notified with your reason. No one can request it. Data Requests that wait for it do not continue until it is activated again.'}
      </DialogContentText>
      <LimitedField
        {...form.text('reason')}
        limit={limits.UpdateOrganisationRoleBody.reason}
        label="Reason"
        required
        autoFocus
        multiline
        minRows={2}
        maxRows={8}
      />
      {form.conflict && <ConflictNotice {...form.conflict} onUseSaved={onClose} />}
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

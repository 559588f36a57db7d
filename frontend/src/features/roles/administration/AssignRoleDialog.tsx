import DialogContentText from '@mui/material/DialogContentText';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/api/errors';
import type { Person } from '@/api/models';
import { DialogForm } from '@/components/DialogForm';
import { useFormDraft } from '@/components/formDraft';
import { forChoice } from '@/lib/roleChoice';
import { toast } from '@/lib/toast';
import { useAssignRole } from './mutations';
import { PersonField } from './PersonField';
import { peopleQueries } from './queries';

const NO_USER = 'Please select a User.';
const NO_ROLE = 'Please select an Organisation Role.';

interface Chosen {
  person: Person | null;
  orgRoleId: number | '';
}
const nothing: Chosen = { person: null, orgRoleId: '' };

/** Assigns a role of the organisation to one of its people (3 §2.3, §5). */
export function AssignRoleDialog({ orgId, onClose }: { orgId: number; onClose: () => void }) {
  const [{ person, orgRoleId }, set] = useFormDraft<Chosen>(`assign role ${orgId}`, nothing);
  const [attempted, setAttempted] = useState(false);
  const roles = useQuery({
    ...peopleQueries.assignableRoles(orgId, person?.user_id ?? 0),
    enabled: person !== null,
  });
  const assign = useAssignRole();

  const chosen = roles.data?.find(({ org_role_id }) => org_role_id === orgRoleId);

  const submit = () => {
    setAttempted(true);
    if (!person || orgRoleId === '') {
      toast(person ? NO_ROLE : NO_USER, 'warning');
      return;
    }
    assign.mutate(
      { userId: person.user_id, orgRoleId },
      {
        onSuccess: ({ message }) => {
          toast(message, 'success');
          onClose();
        },
        onError: (error) => toast(messageOf(error), 'warning'),
      },
    );
  };

  const roleFault =
    (attempted && orgRoleId === '' ? NO_ROLE : undefined) ??
    (roles.error ? messageOf(roles.error) : undefined);
  return (
    <DialogForm
      title="Assign Role"
      submitLabel="Assign Role"
      pending={assign.isPending}
      refusal={assign.error ? messageOf(assign.error) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <DialogContentText>The role can be used at once, and the person is told.</DialogContentText>
      <PersonField
        orgId={orgId}
        value={person}
        onChange={(chosen) => set({ person: chosen, orgRoleId: '' })}
        error={attempted && !person ? NO_USER : undefined}
      />
      <TextField
        select
        required
        slotProps={{ select: { renderValue: () => chosen?.role_name } }}
        id="organisation-role"
        label="Organisation Role"
        disabled={!roles.data}
        value={roles.data ? orgRoleId : ''}
        onChange={({ target }) => set({ person, orgRoleId: Number(target.value) })}
        error={Boolean(roleFault)}
        helperText={roleFault ?? (person ? undefined : 'Select the user first.')}
      >
        {forChoice(roles.data ?? []).map(({ org_role_id, role_name, refusal }) => (
          <MenuItem key={org_role_id} value={org_role_id} disabled={Boolean(refusal)}>
            <ListItemText
              primary={role_name}
              secondary={refusal}
              slotProps={{ secondary: { sx: { whiteSpace: 'normal' } } }}
            />
          </MenuItem>
        ))}
      </TextField>
    </DialogForm>
  );
}

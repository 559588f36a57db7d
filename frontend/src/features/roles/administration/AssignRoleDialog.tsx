import DialogContentText from '@mui/material/DialogContentText';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '@/api/errors';
import type { Person } from '@/api/models';
import { DialogForm } from '@/ui/DialogForm';
import { sortRolesForChoice } from '@/lib/roleChoice';
import { toast } from '@/lib/toast';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { useAssignRole } from './mutations';
import { PersonField } from './PersonField';
import { peopleQueries } from './queries';

const NO_USER = 'Please select a User.';
const NO_ROLE = 'Please select an Organisation Role.';

interface AssignmentForm {
  person: Person | null;
  orgRoleId: number | '';
}

interface Props {
  orgId: number;
  /** The organisation role that is selected until the user selects another. */
  preselected?: number;
  onClose: () => void;
}

/** Assigns one of the organisation's roles to one of its users (3 §2.3, §5). */
export function AssignRoleDialog({ orgId, preselected, onClose }: Props) {
  const initial: AssignmentForm = { person: null, orgRoleId: preselected ?? '' };
  const form = useRecordForm({
    name: preselected ? `assign role ${orgId} ${preselected}` : `assign role ${orgId}`,
    initial,
    check: ({ person, orgRoleId }) => ({
      person: person ? undefined : NO_USER,
      orgRoleId: orgRoleId === '' ? NO_ROLE : undefined,
    }),
    save: useAssignRole(),
    inputOf: ({ person, orgRoleId }) => ({
      userId: person?.user_id ?? 0,
      orgRoleId: Number(orgRoleId),
    }),
    onSaved: ({ message }) => {
      toast(message, 'success');
      onClose();
    },
    onRefused: (error) => toast(messageOf(error), 'warning'),
  });
  const { person, orgRoleId } = form.values;
  const roles = useQuery({
    ...peopleQueries.assignableRoles(orgId, person?.user_id ?? 0),
    enabled: person !== null,
  });
  const chosen = roles.data?.find(({ org_role_id }) => org_role_id === orgRoleId);

  const roleError = form.errorOf('orgRoleId') ?? (roles.error ? messageOf(roles.error) : undefined);
  return (
    <DialogForm title="Assign Role" submitLabel="Assign Role" {...form.dialog} onClose={onClose}>
      <DialogContentText>
        The person can use the role immediately and is notified.
      </DialogContentText>
      <PersonField
        orgId={orgId}
        {...form.field('person')}
        onChange={(chosen) => {
          form.set('person', chosen);
          form.set('orgRoleId', preselected ?? '');
        }}
      />
      <TextField
        select
        required
        slotProps={{ select: { renderValue: () => chosen?.role_name } }}
        id={form.idOf('orgRoleId')}
        label="Organisation Role"
        disabled={!roles.data}
        value={chosen ? orgRoleId : ''}
        onChange={({ target }) => form.set('orgRoleId', Number(target.value))}
        error={roleError !== undefined}
        helperText={roleError ?? (person ? undefined : 'Select the user first.')}
      >
        {sortRolesForChoice(roles.data ?? []).map(({ org_role_id, role_name, refusal }) => (
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

import DialogContentText from '@mui/material/DialogContentText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/api/errors';
import type { OrganisationOption } from '@/api/models';
import { DialogForm } from '@/ui/DialogForm';
import { everyRole } from '@/shared/roles/queries';
import { useOfferRole } from '@/shared/roles/useOfferRole';
import { sortRolesForChoice } from '@/lib/roleChoice';
import { toast } from '@/lib/toast';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { organisationQueries } from './queries';
import { SearchedChoice } from '@/ui/SearchedChoice';

const NO_ORGANISATION = 'Please select the Organisation!';
const NO_ROLE = 'Please select the Role!';

interface Props {
  /** The role that is preselected. */
  preselected?: number;
  onClose: () => void;
}

interface OfferForm {
  organisation: OrganisationOption | null;
  chosenRole: number | null;
}

/** Lets an organisation offer a role, which its users can then request (3 §2.6, §5). */
export function OfferRoleDialog({ preselected, onClose }: Props) {
  const [search, setSearch] = useState('');
  const organisations = useQuery(
    organisationQueries.organisations({ search, page: 1, pageSize: 50 }),
  );
  const roles = useQuery(everyRole());
  // A link may name an unknown role, and the roles may still be loading.
  const knownRoleId = (id: number | null) =>
    roles.data?.find(({ role_id }) => role_id === id)?.role_id;
  const form = useRecordForm<OfferForm, { orgId: number; roleId: number }, { message: string }>({
    name: 'offer role',
    initial: { organisation: null, chosenRole: preselected ?? null },
    check: ({ organisation, chosenRole }) => ({
      organisation: organisation ? undefined : NO_ORGANISATION,
      chosenRole: knownRoleId(chosenRole) === undefined ? NO_ROLE : undefined,
    }),
    save: useOfferRole(),
    inputOf: ({ organisation, chosenRole }) => ({
      orgId: organisation?.org_id ?? 0,
      roleId: chosenRole ?? 0,
    }),
    onSaved: ({ message }) => {
      toast(message, 'success');
      onClose();
    },
    onRefused: (error) => toast(messageOf(error), 'warning'),
  });
  const roleError =
    form.errorOf('chosenRole') ?? (roles.error ? messageOf(roles.error) : undefined);
  return (
    <DialogForm
      title="Assign Organisation Role"
      submitLabel="Assign Organisation Role"
      {...form.dialog}
      onClose={onClose}
    >
      <DialogContentText>
        The organisation will offer the role: its users can request it, and its Admin can assign it.
      </DialogContentText>
      <SearchedChoice
        {...form.field('organisation')}
        label="Organisation"
        onSearch={setSearch}
        options={organisations.data?.rows ?? []}
        found={organisations}
        nameOf={({ name }) => name}
        keyOf={({ org_id }) => org_id}
        empty="No Organisation found"
      />
      <TextField
        select
        required
        id={form.idOf('chosenRole')}
        label="Role"
        value={knownRoleId(form.values.chosenRole) ?? ''}
        onChange={({ target }) => form.set('chosenRole', Number(target.value))}
        error={roleError !== undefined}
        helperText={roleError}
      >
        {sortRolesForChoice(roles.data ?? []).map(({ role_id, role }) => (
          <MenuItem key={role_id} value={role_id}>
            {role}
          </MenuItem>
        ))}
      </TextField>
    </DialogForm>
  );
}

import DialogContentText from '@mui/material/DialogContentText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/api/errors';
import type { OrganisationOption } from '@/api/models';
import { DialogForm } from '@/components/DialogForm';
import { useFormDraft } from '@/components/formDraft';
import { everyRole } from '@/components/roles/queries';
import { useOfferRole } from '@/components/roles/useOfferRole';
import { forChoice } from '@/lib/roleChoice';
import { toast } from '@/lib/toast';
import { organisationQueries } from './queries';
import { SearchedChoice } from '@/components/SearchedChoice';

const NO_ORGANISATION = 'Please select the Organisation!';
const NO_ROLE = 'Please select the Role!';

interface Props {
  /** The role that is chosen at first; any can be chosen instead. */
  wanted?: number;
  onClose: () => void;
}

interface Chosen {
  organisation: OrganisationOption | null;
  chosenRole: number | null;
}

/** Has an organisation offer a role, which its people can ask for from then on (3 §2.6, §5). */
export function OfferRoleDialog({ wanted, onClose }: Props) {
  const [{ organisation, chosenRole }, set] = useFormDraft<Chosen>('offer role', {
    organisation: null,
    chosenRole: wanted ?? null,
  });
  const [search, setSearch] = useState('');
  const [attempted, setAttempted] = useState(false);
  const organisations = useQuery(
    organisationQueries.organisations({ search, page: 1, pageSize: 50 }),
  );
  const roles = useQuery(everyRole());
  const offer = useOfferRole();
  // A link may name a role that there is not, and roles may still be on their way.
  const roleId = roles.data?.find(({ role_id }) => role_id === chosenRole)?.role_id ?? '';

  const submit = () => {
    setAttempted(true);
    if (!organisation || roleId === '') {
      toast(organisation ? NO_ROLE : NO_ORGANISATION, 'warning');
      return;
    }
    offer.mutate(
      { orgId: organisation.org_id, roleId },
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
    (attempted && roleId === '' ? NO_ROLE : undefined) ??
    (roles.error ? messageOf(roles.error) : undefined);
  return (
    <DialogForm
      title="Assign Organisation Role"
      submitLabel="Assign Organisation Role"
      pending={offer.isPending}
      refusal={offer.error ? messageOf(offer.error) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <DialogContentText>
        The organisation offers the role from then on: its users can request it, and its Admin can
        assign it.
      </DialogContentText>
      <SearchedChoice
        label="Organisation"
        value={organisation}
        onChange={(chosen) => set({ organisation: chosen, chosenRole })}
        onSearch={setSearch}
        options={organisations.data?.rows ?? []}
        found={organisations}
        nameOf={({ name }) => name}
        keyOf={({ org_id }) => org_id}
        empty="No Organisation found"
        error={attempted && !organisation ? NO_ORGANISATION : undefined}
      />
      <TextField
        select
        required
        id="offered-role"
        label="Role"
        value={roleId}
        onChange={({ target }) => set({ organisation, chosenRole: Number(target.value) })}
        error={Boolean(roleFault)}
        helperText={roleFault}
      >
        {forChoice(roles.data ?? []).map(({ role_id, role }) => (
          <MenuItem key={role_id} value={role_id}>
            {role}
          </MenuItem>
        ))}
      </TextField>
    </DialogForm>
  );
}

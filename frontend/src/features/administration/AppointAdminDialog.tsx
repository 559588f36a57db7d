import Alert from '@mui/material/Alert';
import DialogContentText from '@mui/material/DialogContentText';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/api/errors';
import type { OrganisationOption, Person } from '@/api/models';
import { DialogForm } from '@/components/DialogForm';
import { toast } from '@/lib/toast';
import { useAssignRole } from './mutations';
import { PersonField } from './PersonField';
import { administrationQueries } from './queries';

const NO_USER = 'Please select a User.';

interface Props {
  organisation: OrganisationOption;
  onClose: () => void;
}

/** Appoints the first Admin of an organisation (decisions, "Administration"). */
export function AppointAdminDialog({ organisation, onClose }: Props) {
  const { org_id, name } = organisation;
  const [person, setPerson] = useState<Person | null>(null);
  const [attempted, setAttempted] = useState(false);
  const roles = useQuery(administrationQueries.organisationRoles(org_id));
  const admin = roles.data?.find(({ role_name }) => role_name === 'Admin');
  const assign = useAssignRole();
  const failure = assign.error ?? roles.error;

  const submit = () => {
    setAttempted(true);
    if (!person) {
      toast(NO_USER, 'warning');
      return;
    }
    if (!admin) return;
    assign.mutate(
      { userId: person.user_id, orgRoleId: admin.org_role_id },
      {
        onSuccess: ({ message }) => {
          toast(message, 'success');
          onClose();
        },
        onError: (error) => toast(messageOf(error), 'warning'),
      },
    );
  };

  return (
    <DialogForm
      title={`Appoint an Admin of ${name}`}
      submitLabel="Appoint Admin"
      pending={assign.isPending}
      refusal={failure ? messageOf(failure) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <DialogContentText>
        The Admin activates the users of {name} and grants its roles from then on. The account is
        activated with it, and the person is told.
      </DialogContentText>
      {roles.data && !admin && (
        <Alert severity="warning">{name} does not offer the role Admin at present.</Alert>
      )}
      <PersonField
        orgId={org_id}
        value={person}
        onChange={setPerson}
        error={attempted && !person ? NO_USER : undefined}
      />
    </DialogForm>
  );
}

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogContentText from '@mui/material/DialogContentText';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '@/api/errors';
import type { OrganisationOption, Person } from '@/api/models';
import { paths } from '@/app/paths';
import { DialogForm } from '@/ui/DialogForm';
import { everyRole } from '@/shared/roles/queries';
import { useOfferRole } from '@/shared/roles/useOfferRole';
import { toast } from '@/lib/toast';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { roleQueries } from '../queries';
import { useAssignRole } from './mutations';
import { peopleQueries } from './queries';
import { PersonField } from './PersonField';

const NO_USER = 'Please select a User.';
const ADMIN = 'Admin';

interface Props {
  organisation: OrganisationOption;
  onClose: () => void;
}

/** Appoints the first Admin of an organisation (decisions, "Administration"). */
export function AppointAdminDialog({ organisation, onClose }: Props) {
  const { org_id, name } = organisation;
  const roles = useQuery(roleQueries.offered(org_id));
  const admin = roles.data?.find(({ role_name }) => role_name === ADMIN);
  const every = useQuery({
    ...everyRole(),
    enabled: Boolean(roles.data && !admin),
  });
  const adminId = every.data?.find(({ role }) => role === ADMIN)?.role_id;
  // The same query as that of the field before a search.
  const everyone = { orgId: org_id, search: '', sort: '', page: 1, pageSize: 50 };
  const people = useQuery(peopleQueries.users(everyone));
  const offer = useOfferRole();
  const form = useRecordForm({
    name: `appoint admin ${org_id}`,
    initial: { person: null as Person | null },
    check: ({ person }) => ({ person: person ? undefined : NO_USER }),
    save: useAssignRole(),
    inputOf: ({ person }) => ({
      userId: person?.user_id ?? 0,
      orgRoleId: admin?.org_role_id ?? 0,
    }),
    onSaved: ({ message }) => {
      toast(message, 'success');
      onClose();
    },
    onRefused: (error) => toast(messageOf(error), 'warning'),
  });
  const failure = form.error ?? offer.error ?? roles.error ?? every.error;

  const wasSent = form.error ?? offer.error;
  const readAgain = wasSent
    ? undefined
    : () => void Promise.all([roles.refetch(), every.error && every.refetch()]);

  const offerAdmin = (roleId: number) =>
    offer.mutate(
      { orgId: org_id, roleId },
      {
        onSuccess: ({ message }) => toast(message, 'success'),
        onError: (error) => toast(messageOf(error), 'warning'),
      },
    );

  return (
    <DialogForm
      title={`Appoint an Admin of ${name}`}
      submitLabel="Appoint Admin"
      pending={form.pending}
      refusal={failure}
      onRetry={readAgain}
      onSubmit={() => {
        // Without an Admin role, nothing can be assigned. The notice offers to add the role.
        if (admin || !form.values.person) form.submit();
      }}
      onClose={onClose}
    >
      <DialogContentText>
        The Admin can activate the users of {name} and grant its roles. The account is activated
        too, and the person is notified.
      </DialogContentText>
      {roles.data && !admin && (
        <Alert severity="warning">
          {name} does not offer the role Admin right now.
          <Button
            color="inherit"
            size="small"
            variant="outlined"
            disabled={!adminId}
            loading={offer.isPending}
            onClick={() => adminId && offerAdmin(adminId)}
            sx={{ display: 'flex', mt: 1 }}
          >
            Assign this role
          </Button>
        </Alert>
      )}
      {people.data?.total === 0 && (
        <Alert severity="info" sx={{ overflowWrap: 'anywhere' }}>
          No one has signed up under {name} yet. Ask the person to choose Sign Up at{' '}
          {new URL(paths.home, globalThis.location.origin).href} and to enter {name} as the
          organisation. You can then appoint them here.
        </Alert>
      )}
      <PersonField {...form.field('person')} orgId={org_id} />
    </DialogForm>
  );
}

import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { SortKey } from '@/api/lists';
import type { OrganisationRole } from '@/api/models';
import { PageHeader } from '@/ui/PageHeader';
import { RoleStatusChip } from '@/shared/roles/RoleStatusChip';
import type { ListColumn } from '@/ui/table/columns';
import { RowMenu } from '@/ui/RowMenu';
import { SearchedList } from '@/ui/SearchedList';
import { twentyRows } from '@/lib/pageSizes';
import { recordId } from '@/lib/recordId';
import { useParamsChange } from '@/lib/useParamsChange';
import { lazyDialog } from '@/lib/lazyPart';
import { organisationQueries } from './queries';
import { offerStatus } from './offerStatus';

const OfferRoleDialog = lazyDialog(() => import('./OfferRoleDialog'), 'OfferRoleDialog');
const OrganisationRoleDialog = lazyDialog(
  () => import('./OrganisationRoleDialog'),
  'OrganisationRoleDialog',
);

const sorts: readonly SortKey<'/api/v1/users/org_roles'>[] = [
  'organisation',
  'role_name',
  'status',
];

const columns: readonly ListColumn<OrganisationRole>[] = [
  {
    field: 'organisation',
    name: 'Organisation',
    flex: 1,
    minWidth: 200,
    cell: ({ organisation, organisation_active }) => (
      <>
        <strong>{organisation}</strong>
        {!organisation_active && <Note>Inactive: none of its roles can be used</Note>}
      </>
    ),
  },
  {
    field: 'role_name',
    name: 'Role',
    flex: 1.4,
    minWidth: 260,
    cell: ({ role_name, role_description }) => (
      <>
        {role_name}
        <Note>{role_description}</Note>
      </>
    ),
  },
  {
    field: 'status',
    name: 'Status',
    flex: 1,
    minWidth: 180,
    cell: ({ status, reason }) => (
      <>
        <RoleStatusChip status={offerStatus(status)} />
        {reason && <Note>{reason}</Note>}
      </>
    ),
  },
];

function Note({ children }: { children: string }) {
  return (
    <Typography
      variant="body2"
      color="textSecondary"
      sx={{
        display: '-webkit-box',
        WebkitBoxOrient: 'vertical',
        WebkitLineClamp: 3,
        overflow: 'hidden',
        overflowWrap: 'anywhere',
      }}
    >
      {children}
    </Typography>
  );
}

/** /superuser/organisation-roles: the roles that organisations offer (3 §2.6). */
export default function OrganisationRolesPage() {
  const [chosen, setChosen] = useState<OrganisationRole | null>(null);
  const [offering, setOffering] = useState(false);
  // A link with `offer` opens the dialog with this role preselected.
  const [params, change] = useParamsChange();
  const preselected = recordId(params.get('offer'));
  const close = () => {
    setOffering(false);
    if (preselected) change((others) => others.delete('offer'), { replace: true });
  };
  return (
    <>
      <PageHeader
        title="Organisation Roles"
        purpose="The roles that organisations offer: their users can request them, and their Admins assign them."
        action={
          <Button variant="contained" onClick={() => setOffering(true)}>
            Assign Organisation Role
          </Button>
        }
      />
      <SearchedList
        label="Organisation Roles"
        pages={twentyRows}
        sorts={sorts}
        read={organisationQueries.everyOrganisationRole}
        placeholder="Organisation or role"
        columns={columns}
        keyOf={({ org_role_id }) => org_role_id}
        empty="No Organisation Role found"
        emptyHint="Assign a role to an organisation."
        actionsWidth={130}
        group={{ field: 'organisation', of: ({ organisation }) => organisation }}
        actions={(row) => {
          const verb = row.status ? 'Deactivate' : 'Activate';
          const name = `${row.role_name} of ${row.organisation}`;
          return <RowMenu of={name} actions={[{ title: verb, onClick: () => setChosen(row) }]} />;
        }}
      />
      {(offering || preselected) && <OfferRoleDialog preselected={preselected} onClose={close} />}
      {chosen && <OrganisationRoleDialog role={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { OrganisationOption } from '@/api/models';
import { paths } from '@/app/paths';
import { PageHeader } from '@/components/PageHeader';
import type { GridColumn } from '@/components/ServerGrid';
import { ListSearch, ServerList } from '@/components/ServerList';
import { useListUrl } from '@/lib/useListUrl';
import { AppointAdminDialog } from './AppointAdminDialog';
import { PAGE_SIZE, PAGE_SIZES } from './list';
import { OfferRoleDialog } from './OfferRoleDialog';
import { OrganisationView } from './OrganisationView';
import { administrationQueries } from './queries';

const columns: readonly GridColumn<OrganisationOption>[] = [
  {
    field: 'name',
    name: 'Organisation',
    flex: 1.5,
    minWidth: 220,
    sortable: false,
    cell: ({ name }) => <strong>{name}</strong>,
  },
  {
    field: 'domain',
    name: 'Domain',
    flex: 1,
    minWidth: 180,
    sortable: false,
    cell: ({ domain }) => domain ?? '–',
  },
];

/** /superuser/organisation: the organisations, the first Admin of each, and those that have none to serve them. */
export default function OrganisationsPage() {
  const { filters } = useListUrl({ pageSize: PAGE_SIZE, filters: ['org_id'] as const });
  const orgId = Number(filters.org_id);
  return orgId > 0 ? <OrganisationView orgId={orgId} /> : <Organisations />;
}

function Organisations() {
  const list = useListUrl({ pageSize: PAGE_SIZE, pageSizes: PAGE_SIZES });
  const { search, page, pageSize } = list;
  const loaded = useQuery(administrationQueries.organisations({ search, page, pageSize }));
  const [chosen, setChosen] = useState<OrganisationOption | null>(null);
  const [offering, setOffering] = useState(false);
  return (
    <>
      <PageHeader
        title="Organisations"
        purpose="Appoint the first Admin of an organisation. Until it has one, you activate its users and grant its roles."
        action={
          <Button variant="contained" onClick={() => setOffering(true)}>
            Assign Organisation Role
          </Button>
        }
      />
      <ListSearch list={list} placeholder="Name of the organisation" />
      <ServerList
        label="Organisations"
        list={list}
        loaded={loaded}
        columns={columns}
        keyOf={({ org_id }) => org_id}
        pageSizes={PAGE_SIZES}
        empty="No Organisation found"
        actionsWidth={320}
        actions={(organisation) => (
          <>
            <Button
              size="small"
              component={Link}
              to={`${paths.superUserOrganisation}?org_id=${organisation.org_id}`}
              aria-label={`Users and roles of ${organisation.name}`}
            >
              Users and roles
            </Button>
            <Button
              size="small"
              variant="outlined"
              aria-label={`Appoint Admin of ${organisation.name}`}
              onClick={() => setChosen(organisation)}
            >
              Appoint Admin
            </Button>
          </>
        )}
      />
      {offering && <OfferRoleDialog onClose={() => setOffering(false)} />}
      {chosen && <AppointAdminDialog organisation={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

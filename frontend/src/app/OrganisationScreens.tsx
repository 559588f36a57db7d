import { useQuery } from '@tanstack/react-query';
import { organisationQueries } from '@/features/organisations/queries';
import OrganisationsPage from '@/features/organisations/OrganisationsPage';
import { AppointAdminDialog } from '@/features/roles/administration/AppointAdminDialog';
import { OrganisationView } from '@/features/roles/administration/OrganisationView';
import { twentyRows } from '@/lib/pageSizes';
import { useListUrl } from '@/lib/useListUrl';

/** /superuser/organisation: the organisations, and the people and roles of the one that the address names (3 §2.5). */
export default function OrganisationScreens() {
  const { filters } = useListUrl({ pageSize: twentyRows.pageSize, filters: ['org_id'] as const });
  const orgId = Number(filters.org_id);
  return orgId > 0 ? <NamedOrganisation orgId={orgId} /> : <Organisations />;
}

function Organisations() {
  return (
    <OrganisationsPage
      appointing={(organisation, onClose) => (
        <AppointAdminDialog organisation={organisation} onClose={onClose} />
      )}
    />
  );
}

function NamedOrganisation({ orgId }: { orgId: number }) {
  const organisation = useQuery(organisationQueries.organisation(orgId)).data;
  return <OrganisationView orgId={orgId} name={organisation?.name} />;
}

import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { isNotFound } from '@/api/errors';
import { EmptyState } from '@/ui/EmptyState';
import { PageHeader } from '@/ui/PageHeader';
import { ScreenSkeleton } from '@/ui/ScreenSkeleton';
import { organisationQueries } from '@/features/organisations/queries';
import { OrganisationList } from '@/features/organisations/OrganisationList';
import { lazyDialog, lazyPart } from '@/lib/lazyPart';
import { twentyRows } from '@/lib/pageSizes';
import { recordId } from '@/lib/recordId';
import { useListUrl } from '@/lib/useListUrl';
import { useParamsChange } from '@/lib/useParamsChange';
import { paths } from './paths';

const AppointAdminDialog = lazyDialog(
  () => import('@/features/roles/administration/AppointAdminDialog'),
  'AppointAdminDialog',
);

const OrganisationView = lazyPart(async () => ({
  default: (await import('@/features/roles/administration/OrganisationView')).OrganisationView,
}));

/**
 * /superuser/organisation: the list of organisations, or the users and roles of the organisation
 * named by the address (3 §2.5).
 */
export default function OrganisationsPage() {
  const { filters } = useListUrl({ pageSize: twentyRows.pageSize, filters: ['org_id'] as const });
  const orgId = recordId(filters.org_id);
  if (!filters.org_id) return <Organisations />;
  return orgId === undefined ? <NoOrganisation /> : <NamedOrganisation orgId={orgId} />;
}

function Organisations() {
  // A link with `appoint` opens the dialog for this organisation.
  const [params, change] = useParamsChange();
  const orgId = recordId(params.get('appoint'));
  return (
    <>
      <OrganisationList
        appointing={(organisation, onClose) => (
          <AppointAdminDialog organisation={organisation} onClose={onClose} />
        )}
      />
      {orgId !== undefined && (
        <AppointAdmin
          orgId={orgId}
          onClose={() => change((others) => others.delete('appoint'), { replace: true })}
        />
      )}
    </>
  );
}

function AppointAdmin({ orgId, onClose }: { orgId: number; onClose: () => void }) {
  const { data: organisation } = useQuery(organisationQueries.organisation(orgId));
  return organisation && <AppointAdminDialog organisation={organisation} onClose={onClose} />;
}

function NamedOrganisation({ orgId }: { orgId: number }) {
  const { data: organisation, error } = useQuery(organisationQueries.organisation(orgId));
  if (isNotFound(error)) return <NoOrganisation />;
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <OrganisationView orgId={orgId} name={organisation?.name} />
    </Suspense>
  );
}

function NoOrganisation() {
  return (
    <>
      <PageHeader title="Organisation" />
      <EmptyState
        message="Organisation not found"
        hint="The link does not lead to an organisation, or the organisation was deleted."
        action={
          <Button component={Link} to={paths.superUserOrganisation} variant="contained">
            Organisations
          </Button>
        }
      />
    </>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useRole, useSession } from '@/api/session';
import { paths, requestPath } from '@/app/paths';
import { CountCards } from '@/ui/CountCards';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeader } from '@/ui/PageHeader';
import { OverdueCount } from '@/shared/deadlines/OverdueCount';
import { requestQueries } from '@/shared/requests/queries';
import { RowsSkeleton } from '@/ui/Skeletons';
import { toDecideOf } from '@/lib/requestStatus';
import type { Party } from './listFilters';
import { StaffRows } from './StaffRows';
import { defaultTab, viewLabel } from './tabs';

const SHOWN = 5;

/** Returns the address of the pending requests that wait for this party. */
const waitingFor = (party: Party) => `${paths.dataRequests}?waits_for=${party}`;

/**
 * The home page of the six staff roles: counts, and the requests that have waited longest (2 §2).
 */
export default function StaffHomePage() {
  const role = useRole();
  const session = useSession();
  const orgRoleId = session?.role?.org_role_id ?? 0;
  const counts = useQuery(requestQueries.counts(orgRoleId));
  const waiting = useQuery(
    requestQueries.list({
      orgRoleId,
      status: defaultTab.status,
      search: '',
      sort: '',
      page: 1,
      pageSize: SHOWN,
    }),
  );
  const total = waiting.data?.total ?? 0;
  return (
    <>
      <PageHeader
        title={`Welcome, ${session?.user.fname ?? ''}`}
        purpose={`You are working as ${role} for ${session?.role?.organisation ?? ''}.`}
      />
      <CountCards
        cards={[
          {
            title: 'To decide',
            text: 'waiting for your decision',
            to: waitingFor('me'),
            count: counts.data && toDecideOf(counts.data),
            urgent: true,
          },
          {
            title: 'With the requester',
            text: 'waiting for an answer of the requester',
            to: waitingFor('requester'),
            count: counts.data?.with_requester,
          },
          {
            title: 'Request Histories',
            text: 'decided at your stage',
            to: paths.dataRequestsTrack,
            count: counts.data?.history,
          },
          {
            title: 'Approved Requests',
            text: 'approved at every stage',
            to: `${paths.dataRequests}?tab=approved`,
            count: counts.data?.approved,
          },
        ]}
      />
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          columnGap: 2,
          mb: 1.5,
        }}
      >
        <Typography variant="h2">Waiting longest</Typography>
        <OverdueCount counts={counts.data} to={`${paths.dataRequests}?due=Overdue`} />
      </Box>
      {waiting.error && <LoadFailed error={waiting.error} onRetry={() => void waiting.refetch()} />}
      {!waiting.data && !waiting.error && (
        <RowsSkeleton count={Math.min(SHOWN, counts.data?.pending ?? 3)} height={60} />
      )}
      {waiting.data && total === 0 && (
        <EmptyState message={defaultTab.empty} hint={defaultTab.hint} />
      )}
      {waiting.data && total > 0 && (
        <StaffRows
          requests={waiting.data.rows}
          label="Waiting longest"
          heading="h3"
          view={{
            label: viewLabel(role),
            path: ({ request_id }) => requestPath(paths.dataRequest, request_id),
          }}
        />
      )}
      {total > SHOWN && (
        <Button component={Link} to={paths.dataRequests} sx={{ mt: 2 }}>
          See all {total}
        </Button>
      )}
    </>
  );
}

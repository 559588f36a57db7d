import { useQuery } from '@tanstack/react-query';
import { useRole, useSession } from '@/api/session';
import { paths, requestPath } from '@/app/paths';
import { CountCards } from '@/ui/CountCards';
import { EmptyState } from '@/ui/EmptyState';
import { LoadedList } from '@/ui/LoadedList';
import { PageHeader } from '@/ui/PageHeader';
import { PreviousNext } from '@/ui/PreviousNext';
import { requestQueries } from '@/shared/requests/queries';
import { RowsSkeleton } from '@/ui/Skeletons';
import { overdueText, pendingParts, toDecideOf } from '@/lib/requestStatus';
import { useListUrl } from '@/lib/useListUrl';
import { emptyHint, FILTERS, filterQuery, sorts, waitingFiltersOf } from './listFilters';
import { RequestFilters } from './RequestFilters';
import { StaffRows } from './StaffRows';
import { reviewQueries } from './queries';

const PAGE_SIZE = 10;

/** /datarequests/track: the requests that the user's stage has decided (2 §2; decisions C12). */
export default function RequestHistoriesPage() {
  const orgRoleId = useSession()?.role?.org_role_id ?? 0;
  const waiting = waitingFiltersOf('all', useRole());
  const query = useListUrl({ pageSize: PAGE_SIZE, sorts, filters: FILTERS });
  const filter = filterQuery(query.filters, waiting);
  const counts = useQuery(requestQueries.counts(orgRoleId));
  const list = useQuery(
    reviewQueries.histories({
      orgRoleId,
      search: query.search,
      filter,
      sort: query.sort,
      page: query.page,
      pageSize: PAGE_SIZE,
    }),
  );
  return (
    <>
      <PageHeader
        title="Request Histories"
        purpose="Requests that your stage has decided, with their current status."
      />
      <CountCards
        cards={[
          {
            title: 'Pending Requests',
            text: [pendingParts(counts.data) ?? 'waiting for a decision', overdueText(counts.data)]
              .filter(Boolean)
              .join(' · '),
            to: paths.dataRequests,
            count: counts.data?.pending,
            urgent: counts.data && toDecideOf(counts.data) > 0,
          },
          {
            title: 'Request Histories',
            text: 'decided at your stage',
            to: paths.dataRequestsTrack,
            count: counts.data?.history,
          },
        ]}
      />
      <RequestFilters
        label="Search histories"
        orgRoleId={orgRoleId}
        list={query}
        waiting={waiting}
      />
      <LoadedList
        list={query}
        loaded={list}
        skeleton={(rows = 6) => <RowsSkeleton count={rows} height={60} />}
        empty={
          <EmptyState
            message="No Data requests found to track"
            hint={
              emptyHint(query.search, filter) ?? 'They appear here once your stage has decided.'
            }
          />
        }
      >
        {(requests, total) => (
          <>
            <StaffRows
              requests={requests}
              label="Request Histories"
              view={{
                label: 'View Request',
                path: ({ request_id }) => requestPath(paths.dataRequestPreview, request_id),
              }}
            />
            <PreviousNext list={query} total={total} />
          </>
        )}
      </LoadedList>
    </>
  );
}

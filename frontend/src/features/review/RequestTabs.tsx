import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { RequestFilter } from '@/api/models';
import { useRole, useSession } from '@/api/session';
import { paths, requestPath } from '@/app/paths';
import { CountTabs } from '@/ui/CountTabs';
import { EmptyState } from '@/ui/EmptyState';
import { LoadedList } from '@/ui/LoadedList';
import { PreviousNext } from '@/ui/PreviousNext';
import { requestQueries } from '@/shared/requests/queries';
import { RowsSkeleton } from '@/ui/Skeletons';
import { pendingParts, toDecideOf } from '@/lib/requestStatus';
import { useListUrl, type ListUrl } from '@/lib/useListUrl';
import { emptyHint, FILTERS, filterQuery, sorts, waitingFiltersOf } from './listFilters';
import { RequestFilters } from './RequestFilters';
import { StaffRows } from './StaffRows';
import { defaultTab, tabsOf, viewLabel, type StaffTab } from './tabs';

const PAGE_SIZE = 10;

interface Props {
  /** Level of the titles of the requests. */
  heading?: 'h2' | 'h3';
}

/**
 * The lists of a role's requests in tabs with counts. The address contains the tab, the search, the
 * filters, the order and the page.
 */
export function RequestTabs({ heading }: Props) {
  const role = useRole();
  const orgRoleId = useSession()?.role?.org_role_id ?? 0;
  const tabs = tabsOf(role);
  const query = useListUrl({
    pageSize: PAGE_SIZE,
    sorts,
    filters: ['tab', ...FILTERS] as const,
    allowed: { tab: tabs.map(({ key }) => key) },
  });
  const tab = tabs.find(({ key }) => key === query.filters.tab) ?? defaultTab;
  const waiting = waitingFiltersOf(tab.key, role);
  const counts = useQuery(requestQueries.counts(orgRoleId)).data;
  const parts = role === 'Super User' ? undefined : pendingParts(counts);
  return (
    <CountTabs
      label="Lists of requests"
      tabs={tabs.map(({ key, title }) => ({
        key,
        title,
        count: counts?.[key],
        overdue: key === 'pending' ? counts?.overdue : undefined,
        urgent: key === 'pending' && counts && toDecideOf(counts) > 0,
      }))}
      shown={tab.key}
      onShow={(key) => query.change({ tab: key === defaultTab.key ? '' : key })}
      showZero
    >
      <RequestFilters
        label="Search requests"
        orgRoleId={orgRoleId}
        list={query}
        waiting={waiting}
      />
      {tab.key === 'pending' && parts && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
          {parts}
        </Typography>
      )}
      <TabList
        tab={tab}
        count={counts?.[tab.key]}
        orgRoleId={orgRoleId}
        list={query}
        filter={filterQuery(query.filters, waiting)}
        viewText={viewLabel(role)}
        heading={heading}
      />
    </CountTabs>
  );
}

interface ListProps extends Props {
  tab: StaffTab;
  /** Number of requests on the tab. Undefined while unknown. */
  count: number | undefined;
  orgRoleId: number;
  list: ListUrl;
  filter: RequestFilter;
  viewText: string;
}

function TabList({ tab, count, orgRoleId, list, filter, viewText, heading }: ListProps) {
  const { search, sort, page, pageSize } = list;
  const loaded = useQuery(
    requestQueries.list({ orgRoleId, status: tab.status, search, filter, sort, page, pageSize }),
  );
  const path = tab.key === 'pending' ? paths.dataRequest : paths.dataRequestPreview;
  return (
    <LoadedList
      list={list}
      loaded={loaded}
      skeleton={(rows = Math.min(count ?? 6, PAGE_SIZE)) => (
        <RowsSkeleton count={rows} height={60} />
      )}
      empty={<EmptyState message={tab.empty} hint={emptyHint(search, filter) ?? tab.hint} />}
    >
      {(requests, total) => (
        <>
          <StaffRows
            requests={requests}
            label={tab.title}
            heading={heading}
            view={{ label: viewText, path: ({ request_id }) => requestPath(path, request_id) }}
          />
          <PreviousNext list={list} total={total} />
        </>
      )}
    </LoadedList>
  );
}

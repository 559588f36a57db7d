import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SortKey } from '@/api/lists';
import { useSession } from '@/api/session';
import { CountTabs } from '@/ui/CountTabs';
import { EmptyState } from '@/ui/EmptyState';
import { LoadedList } from '@/ui/LoadedList';
import { PreviousNext } from '@/ui/PreviousNext';
import { requestQueries } from '@/shared/requests/queries';
import { SearchField } from '@/ui/SearchField';
import { RowsSkeleton } from '@/ui/Skeletons';
import { useListUrl } from '@/lib/useListUrl';
import { RequesterRows } from './RequesterRows';

/** Rows per page (2 §9). */
const PAGE_SIZE = 5;

/** The fields to sort by: the id, in both directions (2 §9). */
const SORTS: readonly SortKey<'/api/v1/data_requests'>[] = ['request_id'];

interface RequesterTab {
  key: 'pending' | 'approved' | 'denied' | 'all';
  title: string;
  /** The states in the form that the call expects; undefined for all requests. */
  status?: string;
  /** The text of an empty tab (2 §8). */
  empty: string;
}

const all: RequesterTab = {
  key: 'all',
  title: 'All Requests',
  empty: 'You have no Data Requests.',
};

/**
 * The tabs of a requester's lists. Recalled requests are on the Denied tab (decisions, "Routes and
 * screens").
 */
const tabs: readonly RequesterTab[] = [
  {
    key: 'pending',
    title: 'Pending',
    status: '["Pending"]',
    empty: 'You have no pending Data Requests.',
  },
  {
    key: 'approved',
    title: 'Approved',
    status: '["Approved"]',
    empty: 'You have no approved Data Requests.',
  },
  {
    key: 'denied',
    title: 'Denied',
    status: '["Denied","Recalled"]',
    empty: 'You have no denied Data Requests.',
  },
  all,
];

interface Props {
  /** The tab that is shown if the address contains none. */
  defaultTab: RequesterTab['key'];
  emptyAction: ReactNode;
  withSearch?: boolean;
  heading: 'h2' | 'h3';
}

/**
 * A requester's own requests in four tabs with counts. The address contains the tab, the order and
 * the page (2 §2).
 */
export function RequesterTabs({ defaultTab, emptyAction, withSearch = false, heading }: Props) {
  const orgRoleId = useSession()?.role?.org_role_id;
  const query = useListUrl({
    pageSize: PAGE_SIZE,
    sorts: SORTS,
    filters: ['tab'] as const,
    allowed: { tab: tabs.map(({ key }) => key) },
  });
  const tabOf = (name: string) => tabs.find(({ key }) => key === name);
  const tab = tabOf(query.filters.tab) ?? tabOf(defaultTab) ?? all;
  const sort = query.sort === 'request_id' ? 'request_id' : '-request_id';
  const counts = useQuery(requestQueries.counts(orgRoleId)).data;
  const loaded = useQuery(
    requestQueries.list({
      orgRoleId,
      status: tab.status,
      search: query.search,
      sort,
      page: query.page,
      pageSize: PAGE_SIZE,
    }),
  );
  return (
    <CountTabs
      label="Your data requests"
      tabs={tabs.map(({ key, title }) => ({
        key,
        title,
        count: counts?.[key],
        urgent: key === 'pending' && Boolean(counts?.with_requester),
      }))}
      shown={tab.key}
      onShow={(key) => query.change({ tab: key === defaultTab ? '' : key })}
      showZero
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 2 }}>
        {withSearch && (
          <SearchField
            label="Search your requests"
            placeholder="Title, tracking ID, purpose or data source"
            value={query.search}
            onSearch={(search) => query.change({ search })}
            sx={{ flex: '1 1 280px', maxWidth: 520 }}
          />
        )}
        <TextField
          select
          label="Order"
          value={sort}
          onChange={({ target }) =>
            query.change({ sort: target.value === 'request_id' ? 'request_id' : '' })
          }
          sx={{ width: 180 }}
        >
          <MenuItem value="-request_id">New to Old</MenuItem>
          <MenuItem value="request_id">Old to New</MenuItem>
        </TextField>
      </Box>
      <LoadedList
        list={query}
        loaded={loaded}
        skeleton={(rows = Math.min(counts?.[tab.key] ?? PAGE_SIZE, PAGE_SIZE)) => (
          <RowsSkeleton count={rows} height={60} />
        )}
        empty={
          <EmptyState
            message={tab.empty}
            hint={query.search ? 'Try another word, or clear the search.' : undefined}
            action={query.search ? undefined : emptyAction}
          />
        }
      >
        {(requests, total) => (
          <>
            <RequesterRows requests={requests} label={tab.title} heading={heading} />
            <PreviousNext list={query} total={total} />
          </>
        )}
      </LoadedList>
    </CountTabs>
  );
}

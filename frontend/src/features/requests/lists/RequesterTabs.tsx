import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { EmptyState } from '@/components/EmptyState';
import { LoadFailed } from '@/components/LoadFailed';
import { PreviousNext } from '@/components/PreviousNext';
import { SearchField } from '@/components/SearchField';
import { RowsSkeleton } from '@/components/Skeletons';
import { formatNumber } from '@/lib/numbers';
import { useListUrl } from '@/lib/useListUrl';
import { requestQueries, tabs, type Tab as TabKey } from '../queries';
import { RequesterRows } from './RequesterRows';

/** The rows of a requester's list (2 §9). */
const PAGE_SIZE = 5;

const titles: Record<TabKey, string> = {
  pending: 'Pending',
  approved: 'Approved',
  denied: 'Denied',
  all: 'All Requests',
};

/** The words for an empty tab (2 §8). */
const empty: Record<TabKey, string> = {
  pending: 'You have no pending Data Requests.',
  approved: 'You have no approved Data Requests.',
  denied: 'You have no denied Data Requests.',
  all: 'You have no Data Requests.',
};

interface Props {
  /** The tab that is shown when the address names none. */
  defaultTab: TabKey;
  /** What to do when there is nothing. */
  emptyAction: ReactNode;
  withSearch?: boolean;
  /** The level of the titles of the rows below the headings of the page. */
  heading: 'h2' | 'h3';
}

/** A requester's own requests in four tabs with counts; tab, order and page are in the address (2 §2). */
export function RequesterTabs({ defaultTab, emptyAction, withSearch = false, heading }: Props) {
  const id = useId();
  const query = useListUrl({ pageSize: PAGE_SIZE, filters: ['tab'] as const });
  const tab = tabs.find((key) => key === query.filters.tab) ?? defaultTab;
  const sort = query.sort === 'request_id' ? 'request_id' : '-request_id';
  const counts = useQuery(requestQueries.counts());
  const { data, error, refetch } = useQuery(
    requestQueries.list({ tab, search: query.search, sort, page: query.page, pageSize: PAGE_SIZE }),
  );
  return (
    <Box>
      <Tabs
        value={tab}
        onChange={(_, key: TabKey) => query.change({ tab: key === defaultTab ? '' : key })}
        variant="scrollable"
        scrollButtons={false}
        aria-label="Your data requests"
        sx={{ borderBottom: 1, borderColor: 'divider', mb: 2 }}
      >
        {tabs.map((key) => (
          <Tab
            key={key}
            value={key}
            id={`${id}-${key}`}
            aria-controls={`${id}-panel`}
            label={
              <Badge
                badgeContent={counts.data ? formatNumber(counts.data[key]) : undefined}
                showZero
                max={Number.MAX_SAFE_INTEGER}
                sx={{
                  pr: 2.5,
                  '& .MuiBadge-badge': {
                    top: 10,
                    right: 2,
                    bgcolor: 'quiet',
                    color: 'text.primary',
                  },
                }}
              >
                {titles[key]}
              </Badge>
            }
          />
        ))}
      </Tabs>
      <Box id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${tab}`}>
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
        {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <RowsSkeleton count={PAGE_SIZE} height={92} />}
        {data?.requests.length === 0 && (
          <EmptyState
            message={empty[tab]}
            hint={query.search ? 'Try another word, or clear the search.' : undefined}
            action={query.search ? undefined : emptyAction}
          />
        )}
        {data && data.requests.length > 0 && (
          <>
            <RequesterRows requests={data.requests} label={titles[tab]} heading={heading} />
            <PreviousNext
              page={query.page}
              size={PAGE_SIZE}
              total={data.total}
              onPage={(page) => query.change({ page })}
            />
          </>
        )}
      </Box>
    </Box>
  );
}

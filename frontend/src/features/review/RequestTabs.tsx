import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useRole, useSession } from '@/api/session';
import { paths, requestPath } from '@/app/paths';
import { EmptyState } from '@/components/EmptyState';
import { LoadFailed } from '@/components/LoadFailed';
import { PreviousNext } from '@/components/PreviousNext';
import { SearchField } from '@/components/SearchField';
import { RowsSkeleton } from '@/components/Skeletons';
import { formatNumber } from '@/lib/numbers';
import { useListUrl } from '@/lib/useListUrl';
import { RequestRows } from './RequestRows';
import { reviewQueries } from './queries';
import { defaultTab, tabsOf, viewLabel, type StaffTab } from './tabs';

const PAGE_SIZE = 10;

/** The lists of a role's requests, one tab each with its count; tab, search and page are in the address. */
export function RequestTabs() {
  const role = useRole();
  const orgRoleId = useSession()?.role?.org_role_id ?? 0;
  const tabs = tabsOf(role);
  const query = useListUrl({ pageSize: PAGE_SIZE, filters: ['tab'] as const });
  const tab = tabs.find(({ key }) => key === query.filters.tab) ?? defaultTab;
  const counts = useQuery(reviewQueries.counts(orgRoleId));
  const panelId = useId();
  return (
    <Box>
      <Tabs
        value={tab.key}
        onChange={(_, key: StaffTab['key']) =>
          query.change({ tab: key === defaultTab.key ? '' : key })
        }
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label="Lists of requests"
        sx={{ borderBottom: 1, borderColor: 'divider', mb: 2 }}
      >
        {tabs.map(({ key, title }) => (
          <Tab
            key={key}
            value={key}
            id={`${panelId}-${key}`}
            aria-controls={panelId}
            label={
              <Badge
                badgeContent={counts.data ? formatNumber(counts.data[key]) : undefined}
                color={key === 'pending' ? 'secondary' : 'default'}
                max={Number.MAX_SAFE_INTEGER}
                showZero
                // A badge is silent by default; the count belongs to the tab's name.
                slotProps={{ badge: { 'aria-hidden': false } }}
                sx={{
                  pr: 2.5,
                  '& .MuiBadge-badge': {
                    top: 10,
                    right: 2,
                    bgcolor: key === 'pending' ? undefined : 'quiet',
                  },
                }}
              >
                {title}
              </Badge>
            }
          />
        ))}
      </Tabs>
      <Box id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${tab.key}`}>
        <SearchField
          label="Search requests"
          placeholder="Requester, reference, title, organisation, purpose or data source"
          value={query.search}
          onSearch={(search) => query.change({ search })}
          sx={{ mb: 2, maxWidth: 520 }}
        />
        <TabList
          tab={tab}
          args={{ orgRoleId, search: query.search, page: query.page, pageSize: PAGE_SIZE }}
          onPage={(page) => query.change({ page })}
          viewText={viewLabel(role)}
        />
      </Box>
    </Box>
  );
}

interface ListProps {
  tab: StaffTab;
  args: { orgRoleId: number; search: string; page: number; pageSize: number };
  onPage: (page: number) => void;
  viewText: string;
}

function TabList({ tab, args, onPage, viewText }: ListProps) {
  const { data, error, refetch } = useQuery(reviewQueries.list(tab, args));
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsSkeleton count={6} height={92} />;
  if (data.requests.length === 0) {
    return (
      <EmptyState
        message={tab.empty}
        hint={args.search ? 'Try another word, or clear the search.' : tab.hint}
      />
    );
  }
  const path = tab.key === 'pending' ? paths.dataRequest : paths.dataRequestPreview;
  return (
    <>
      <RequestRows
        requests={data.requests}
        label={tab.title}
        view={{ label: viewText, path: ({ request_id }) => requestPath(path, request_id) }}
      />
      <PreviousNext page={args.page} size={args.pageSize} total={data.total} onPage={onPage} />
    </>
  );
}

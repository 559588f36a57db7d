import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useRole, useSession } from '@/api/session';
import { paths, requestPath } from '@/app/paths';
import { CountTabs } from '@/ui/CountTabs';
import { EmptyState } from '@/ui/EmptyState';
import { LoadedList } from '@/ui/LoadedList';
import { PreviousNext } from '@/ui/PreviousNext';
import { requestQueries } from '@/shared/requests/queries';
import { SearchField } from '@/ui/SearchField';
import { RowsSkeleton } from '@/ui/Skeletons';
import { pendingParts, toDecideOf } from '@/lib/requestStatus';
import { useListUrl, type ListUrl } from '@/lib/useListUrl';
import { StaffRows } from './StaffRows';
import { defaultTab, tabsOf, viewLabel, type StaffTab } from './tabs';

const PAGE_SIZE = 10;

interface Props {
  /** Level of the titles of the requests. */
  heading?: 'h2' | 'h3';
}

/**
 * The lists of a role's requests in tabs with counts. The address contains the tab, the search and
 * the page.
 */
export function RequestTabs({ heading }: Props) {
  const role = useRole();
  const orgRoleId = useSession()?.role?.org_role_id ?? 0;
  const tabs = tabsOf(role);
  const query = useListUrl({
    pageSize: PAGE_SIZE,
    filters: ['tab'] as const,
    allowed: { tab: tabs.map(({ key }) => key) },
  });
  const tab = tabs.find(({ key }) => key === query.filters.tab) ?? defaultTab;
  const counts = useQuery(requestQueries.counts(orgRoleId)).data;
  return (
    <CountTabs
      label="Lists of requests"
      tabs={tabs.map(({ key, title }) => ({
        key,
        title,
        count: counts?.[key],
        urgent: key === 'pending' && counts && toDecideOf(counts) > 0,
      }))}
      shown={tab.key}
      onShow={(key) => query.change({ tab: key === defaultTab.key ? '' : key })}
      showZero
    >
      <SearchField
        label="Search requests"
        placeholder="Requester, reference, title, organisation, purpose or data source"
        value={query.search}
        onSearch={(search) => query.change({ search })}
        sx={{ mb: 2, maxWidth: 520 }}
      />
      {tab.key === 'pending' && role !== 'Super User' && pendingParts(counts) && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
          {pendingParts(counts)}
        </Typography>
      )}
      <TabList tab={tab} orgRoleId={orgRoleId} list={query} viewText={viewLabel(role)} heading={heading} />
    </CountTabs>
  );
}

interface ListProps extends Props {
  tab: StaffTab;
  orgRoleId: number;
  list: ListUrl<'tab'>;
  viewText: string;
}

function TabList({ tab, orgRoleId, list, viewText, heading }: ListProps) {
  const { search, page, pageSize } = list;
  const loaded = useQuery(
    requestQueries.list({ orgRoleId, status: tab.status, search, sort: '', page, pageSize }),
  );
  const path = tab.key === 'pending' ? paths.dataRequest : paths.dataRequestPreview;
  return (
    <LoadedList
      list={list}
      loaded={loaded}
      skeleton={<RowsSkeleton count={6} height={92} />}
      empty={
        <EmptyState
          message={tab.empty}
          hint={search ? 'Try another word, or clear the search.' : tab.hint}
        />
      }
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

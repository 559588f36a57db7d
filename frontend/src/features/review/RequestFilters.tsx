import FilterListOutlined from '@mui/icons-material/FilterListOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useRole } from '@/api/session';
import { ClearFilter } from '@/ui/ClearFilter';
import { FilterChoice } from '@/ui/FilterChoice';
import { SearchField } from '@/ui/SearchField';
import { requestQueries } from '@/shared/requests/queries';
import { count } from '@/lib/numbers';
import type { ListUrl } from '@/lib/useListUrl';
import {
  countFilters,
  dueStates,
  filterQuery,
  noFilters,
  type Filters,
  type Party,
  type WaitingFilters,
} from './listFilters';

const AGES = [7, 14, 30, 90];

const orders = [
  ['-date_created', 'Newest first'],
  ['due_on', 'Earliest due first'],
  ['waiting_since', 'Longest wait first'],
  ['-waiting_since', 'Shortest wait first'],
  ['title', 'Title, A to Z'],
  ['-title', 'Title, Z to A'],
] as const;

interface Props {
  /** The label of the search field. */
  label: string;
  orgRoleId: number;
  list: ListUrl<keyof Filters>;
  /** The filters for requests that wait. */
  waiting: WaitingFilters;
}

/**
 * The search, filters and order of a list of requests. On a phone, the filters are behind one
 * button.
 */
export function RequestFilters({ label, orgRoleId, list, waiting }: Props) {
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'));
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const active = countFilters(filterQuery(list.filters, waiting)) + (list.sort ? 1 : 0);
  const shown = !isPhone || open;
  return (
    <Box ref={box} tabIndex={-1} sx={{ display: 'grid', gap: 1.5, mb: 2, outline: 'none' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <SearchField
          label={label}
          placeholder="Requester, reference, title, organisation, purpose or data source"
          value={list.search}
          onSearch={(search) => list.change({ search })}
          sx={{ flex: '1 1 180px', maxWidth: 520 }}
        />
        {isPhone && (
          <Button
            variant="outlined"
            startIcon={<FilterListOutlined />}
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
          >
            {active ? `Filter (${active})` : 'Filter'}
          </Button>
        )}
        {active > 0 && (
          <ClearFilter frame={box} onClear={() => list.change({ ...noFilters, sort: '' })}>
            Clear filters
          </ClearFilter>
        )}
      </Box>
      {shown && (
        <Box
          id={id}
          role="group"
          aria-label="Filters and order"
          sx={{
            display: 'grid',
            gap: 1.5,
            gridTemplateColumns: 'repeat(auto-fit, minmax(min(168px, 100%), 1fr))',
          }}
        >
          <Fields orgRoleId={orgRoleId} list={list} waiting={waiting} />
        </Box>
      )}
    </Box>
  );
}

function Fields({ orgRoleId, list, waiting }: Omit<Props, 'label'>) {
  const role = useRole();
  const { data } = useQuery(requestQueries.filterChoices(orgRoleId));
  const { filters, sort, change } = list;
  const { parties, hasDueDates } = waiting;
  const query = filterQuery(filters, waiting);
  const partyNames: Record<Party, string> = {
    me: 'Me',
    requester: 'The requester',
    others: role === 'Super User' ? 'Staff' : 'Others',
  };
  const sources = (data?.data_sources ?? []).map(
    ({ data_source_id, source }) => [String(data_source_id), source] as const,
  );
  const organisations = (data?.organizations ?? []).map(
    ({ org_id, name }) => [String(org_id), name] as const,
  );
  const ages = new Set([...AGES, ...(query.older_than_days ? [query.older_than_days] : [])]);
  return (
    <>
      <FilterChoice
        label="Data source"
        all="All data sources"
        value={valueOf(query.data_source_id)}
        choices={withCurrent(sources, query.data_source_id, data !== undefined)}
        onChange={(data_source_id) => change({ data_source_id })}
      />
      <FilterChoice
        label="Organisation"
        all="All organisations"
        value={valueOf(query.org_id)}
        choices={withCurrent(organisations, query.org_id, data !== undefined)}
        onChange={(org_id) => change({ org_id })}
      />
      {parties.length > 0 && (
        <FilterChoice
          label="Waiting for"
          all="Anyone"
          value={query.waits_for ?? ''}
          choices={parties.map((party) => [party, partyNames[party]] as const)}
          onChange={(waits_for) => change({ waits_for })}
        />
      )}
      <FilterChoice
        label="Age"
        all="Any age"
        value={valueOf(query.older_than_days)}
        choices={[...ages]
          .sort((one, other) => one - other)
          .map((days) => [String(days), `${count(days, 'day')} or older`] as const)}
        onChange={(older_than_days) => change({ older_than_days })}
      />
      {hasDueDates && (
        <FilterChoice
          label="Due"
          all="Any due date"
          value={query.due ?? ''}
          choices={dueStates.map((state) => [state, state] as const)}
          onChange={(due) => change({ due })}
        />
      )}
      <FilterChoice
        label="Sort by"
        all="Oldest first"
        value={sort}
        choices={orders.filter(([order]) => hasDueDates || order !== 'due_on' || sort === order)}
        onChange={(chosen) => change({ sort: chosen })}
      />
    </>
  );
}

const valueOf = (value: number | undefined): string => (value === undefined ? '' : String(value));

/** Adds the current value to the choices if it does not occur in the list any more. */
function withCurrent(
  choices: readonly (readonly [string, string])[],
  current: number | undefined,
  isLoaded: boolean,
): readonly (readonly [string, string])[] {
  const value = valueOf(current);
  if (!value || choices.some(([choice]) => choice === value)) return choices;
  return [...choices, [value, isLoaded ? 'None of this list' : 'Loading']];
}

import type { SortKey } from '@/api/lists';
import type { RequestFilter } from '@/api/models';
import { recordId } from '@/lib/recordId';
import type { RoleName } from '@/lib/roles';
import type { StaffTab } from './tabs';

/** The filters of a list of requests. Their names are those of the address and the API. */
export const FILTERS = ['data_source_id', 'org_id', 'waits_for', 'older_than_days', 'due'] as const;

export type Filters = Record<(typeof FILTERS)[number], string>;

export const noFilters: Filters = {
  data_source_id: '',
  org_id: '',
  waits_for: '',
  older_than_days: '',
  due: '',
};

export const sorts: readonly SortKey<'/api/v1/data_requests'>[] = [
  'date_created',
  'waiting_since',
  'title',
  'due_on',
];

/** The states of due dates by which the server filters. */
export const dueStates = ['Due soon', 'Overdue'] as const satisfies readonly RequestFilter['due'][];

/** The maximum age in days that the server distinguishes. */
const OLDEST = 36_500;

/** A party that a request waits for. */
export type Party = NonNullable<RequestFilter['waits_for']>;

const partiesOfTab: Record<StaffTab['key'], readonly Party[]> = {
  incoming: ['requester', 'others'],
  pending: ['me', 'requester'],
  approved: [],
  denied: [],
  all: ['me', 'requester', 'others'],
};

/** The filters of a tab that only apply to requests that wait. */
export interface WaitingFilters {
  /** The parties that its requests can wait for. Finished requests wait for none. */
  parties: readonly Party[];
  /** True if its requests can have a due date, which is that of the stage of the list. */
  hasDueDates: boolean;
}

/** Returns the filters of a tab. A Super User has no stage, and sees the due dates of all stages. */
export function waitingFiltersOf(tab: StaffTab['key'], role: RoleName | 'Guest'): WaitingFilters {
  if (role !== 'Super User') {
    const parties = partiesOfTab[tab];
    return { parties, hasDueDates: parties.includes('me') };
  }
  const isWaiting = tab === 'pending' || tab === 'all';
  return { parties: isWaiting ? ['requester', 'others'] : [], hasDueDates: isWaiting };
}

/**
 * Returns the parameters of the API. Invalid values, and values that do not apply to the tab, are
 * left out.
 */
export function filterQuery(
  filters: Filters,
  { parties, hasDueDates }: WaitingFilters,
): RequestFilter {
  const days = recordId(filters.older_than_days);
  return {
    data_source_id: recordId(filters.data_source_id),
    org_id: recordId(filters.org_id),
    waits_for: parties.find((party) => party === filters.waits_for),
    older_than_days: days && days <= OLDEST ? days : undefined,
    due: hasDueDates ? dueStates.find((state) => state === filters.due) : undefined,
  };
}

export const countFilters = (filter: RequestFilter): number =>
  Object.values(filter).filter((value) => value !== undefined).length;

/** Returns a hint for a list without hits. Undefined if nothing limits the list. */
export function emptyHint(search: string, filter: RequestFilter): string | undefined {
  if (countFilters(filter) > 0) return 'Choose other filters, or clear them.';
  return search ? 'Try another word, or clear the search.' : undefined;
}

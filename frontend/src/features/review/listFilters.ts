import type { SortKey } from '@/api/lists';
import type { RequestFilter } from '@/api/models';
import { recordId } from '@/lib/recordId';
import type { RoleName } from '@/lib/roles';
import type { StaffTab } from './tabs';

/** The filters of a list of requests. Their names are those of the address and the API. */
export const FILTERS = ['data_source_id', 'org_id', 'waits_for', 'older_than_days'] as const;

export type Filters = Record<(typeof FILTERS)[number], string>;

export const noFilters: Filters = {
  data_source_id: '',
  org_id: '',
  waits_for: '',
  older_than_days: '',
};

export const sorts: readonly SortKey<'/api/v1/data_requests'>[] = [
  'date_created',
  'waiting_since',
  'title',
];

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

/**
 * Returns the parties that requests on a tab can wait for. Finished requests wait for none, and a
 * Super User has no stage.
 */
export function partiesOf(tab: StaffTab['key'], role: RoleName | 'Guest'): readonly Party[] {
  if (role !== 'Super User') return partiesOfTab[tab];
  return tab === 'pending' || tab === 'all' ? ['requester', 'others'] : [];
}

/** Returns the parameters of the API. Invalid values and parties of other tabs are left out. */
export function filterQuery(filters: Filters, parties: readonly Party[]): RequestFilter {
  const days = recordId(filters.older_than_days);
  return {
    data_source_id: recordId(filters.data_source_id),
    org_id: recordId(filters.org_id),
    waits_for: parties.find((party) => party === filters.waits_for),
    older_than_days: days && days <= OLDEST ? days : undefined,
  };
}

export const countFilters = (filter: RequestFilter): number =>
  Object.values(filter).filter((value) => value !== undefined).length;

/** Returns a hint for a list without hits. Undefined if nothing limits the list. */
export function emptyHint(search: string, filter: RequestFilter): string | undefined {
  if (countFilters(filter) > 0) return 'Choose other filters, or clear them.';
  return search ? 'Try another word, or clear the search.' : undefined;
}

import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { api, body } from '@/api/client';
import type { EntriesQuery } from '@/api/models';
import { olderEntries } from '@/api/olderEntries';
import { get, getPage, keyOf } from '@/api/query';

const PAGE_SIZE = 20;

/** The maximum number of suggested people and organisations. */
const OFFERED = 50;

/** All kinds of acts, also sign-ins and the like, among which decisions are hard to find. */
export const EVERYTHING = 'all';

/** The filters of the audit log, as in the address; empty for no filter. */
export interface ActFilters {
  /** A user_id. */
  person: string;
  /** The name of a kind of acts, or `EVERYTHING`; empty for decisions and changes. */
  kind: string;
  request_id: string;
  /** The first and the last day in the local time zone, YYYY-MM-DD. */
  from: string;
  until: string;
}

/**
 * The position of a page: entries before or after this one. The newest entries if both are missing.
 */
export interface ActCursor {
  before?: number;
  after?: number;
}

const numberOf = (text: string) => (text ? Number(text) : undefined);
const startOf = (day: string, later = 0) =>
  day ? dayjs(day).add(later, 'day').startOf('day').toISOString() : undefined;

/** Converts the filters to the parameters of the calls. A day ends where the next one begins. */
export function entriesQuery({ person, kind, request_id, from, until }: ActFilters) {
  return {
    person: numberOf(person),
    changes: kind === '' || undefined,
    kind: (kind === EVERYTHING ? undefined : kind || undefined) as EntriesQuery['kind'],
    request_id: numberOf(request_id),
    from: startOf(from),
    until: startOf(until, 1),
  };
}

const ACTIVITY = '/api/v1/users/activity';

export const auditQueries = {
  /** A page of the audit log, for Super Users (decisions P6). */
  entries: (filters: ActFilters, place: ActCursor) =>
    get(
      '/api/v1/audit/entries',
      { query: { ...entriesQuery(filters), ...place, page_size: PAGE_SIZE } },
      {
        placeholderData: keepPreviousData,
        meta: { failure: 'Error retrieving the audit log' },
      },
    ),
  /** The kinds of acts, which only change with the version of the product. */
  kinds: () => get('/api/v1/audit/kinds', {}, { staleTime: Infinity }),
  /** The public state of the transparency log. */
  log: () =>
    // The checkpoint must not be replaced while the user reads it.
    get('/api/v1/audit/log', {}, { refetchOnWindowFocus: false }),
  /** The user's own acts, and those of others on the account. */
  activity: () =>
    infiniteQueryOptions({
      queryKey: keyOf(ACTIVITY),
      queryFn: async ({ signal, pageParam }) =>
        body(
          await api.GET(ACTIVITY, {
            params: { query: { before: pageParam, page_size: 10 } },
            signal,
          }),
        ).data,
      ...olderEntries,
    }),
  organisations: (search: string) =>
    getPage(
      '/api/v1/users/organizations',
      { search, page: 1, pageSize: OFFERED },
      'Error retrieving organisations data',
      { all: true },
    ),
  people: (orgId: number, search: string) =>
    getPage(
      '/api/v1/users/organization-users',
      { search, page: 1, pageSize: OFFERED },
      'Error retrieving organisation users data',
      { org_id: orgId },
    ),
};

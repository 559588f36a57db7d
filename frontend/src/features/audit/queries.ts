import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { api, body } from '@/api/client';
import type { WantedActs } from '@/api/models';
import { olderEntries } from '@/api/olderEntries';
import { get, getPage, keyOf } from '@/api/query';

/** The entries on a page. */
const PAGE_SIZE = 20;

/** The most people and organisations that are offered at once. */
const OFFERED = 50;

/** By what the record is narrowed, as the address has it; empty for nothing. */
export interface ActFilters {
  /** A user_id. */
  person: string;
  /** The name of a kind of acts. */
  kind: string;
  request_id: string;
  /** The first and the last day, in the zone of whoever reads, YYYY-MM-DD. */
  from: string;
  until: string;
}

/** From where on entries are wanted; from the newest one where nothing is said. */
export interface ActPlace {
  before?: number;
  after?: number;
}

const numberOf = (text: string) => (text ? Number(text) : undefined);
const startOf = (day: string, later = 0) =>
  day ? dayjs(day).add(later, 'day').startOf('day').toISOString() : undefined;

/** The filters as the calls take them: a day ends where the next one begins. */
export function wantedActs({ person, kind, request_id, from, until }: ActFilters) {
  return {
    person: numberOf(person),
    kind: (kind || undefined) as WantedActs['kind'],
    request_id: numberOf(request_id),
    from: startOf(from),
    until: startOf(until, 1),
  };
}

const ACTIVITY = '/api/v1/users/activity';

export const auditQueries = {
  /** A page of the record, for Super Users (design P6). */
  entries: (filters: ActFilters, place: ActPlace) =>
    get(
      '/api/v1/audit/entries',
      { query: { ...wantedActs(filters), ...place, page_size: PAGE_SIZE } },
      {
        placeholderData: keepPreviousData,
        meta: { failure: 'Error retrieving the record of acts' },
      },
    ),
  /** The kinds of acts, which change with the product alone. */
  kinds: () => get('/api/v1/audit/kinds', {}, { staleTime: Infinity }),
  /** How the transparency log stands, for everybody. */
  log: () =>
    // A person who looks at a checkpoint reads it: it is not replaced under their eyes.
    get('/api/v1/audit/log', {}, { refetchOnWindowFocus: false }),
  /** What one did, and what is about oneself. */
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

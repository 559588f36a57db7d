import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { api, body } from '@/api/client';
import { listQuery } from '@/api/lists';
import type { WantedActs } from '@/api/models';
import { olderEntries } from '@/api/olderEntries';
import { pageOptions } from '@/api/recordQueries';

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

export const auditQueries = {
  /** A page of the record, for Super Users (design P6). */
  entries: (filters: ActFilters, place: ActPlace) =>
    queryOptions({
      queryKey: ['audit', 'list', 'entries', filters, place],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/audit/entries', {
            params: { query: { ...wantedActs(filters), ...place, page_size: PAGE_SIZE } },
            signal,
          }),
        ).data,
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving the record of acts' },
    }),
  /** The kinds of acts, which change with the product alone. */
  kinds: () =>
    queryOptions({
      queryKey: ['audit', 'list', 'kinds'],
      queryFn: async ({ signal }) => body(await api.GET('/api/v1/audit/kinds', { signal })).data,
      staleTime: Infinity,
    }),
  /** How the transparency log stands, for everybody. */
  log: () =>
    queryOptions({
      queryKey: ['audit', 'log'],
      queryFn: async ({ signal }) => body(await api.GET('/api/v1/audit/log', { signal })).data,
      // A person who looks at a checkpoint reads it: it is not replaced under their eyes.
      refetchOnWindowFocus: false,
    }),
  /** What one did, and what is about oneself. */
  activity: () =>
    infiniteQueryOptions({
      queryKey: ['audit', 'list', 'activity'],
      queryFn: async ({ signal, pageParam }) =>
        body(
          await api.GET('/api/v1/users/activity', {
            params: { query: { before: pageParam, page_size: 10 } },
            signal,
          }),
        ).data,
      ...olderEntries,
    }),
  organisations: (search: string) =>
    pageOptions(
      ['audit', 'list', 'organisations', { search }],
      'Error retrieving organisations data',
      async (signal) =>
        body(
          await api.GET('/api/v1/users/organizations', {
            params: {
              query: {
                all: true,
                ...listQuery<'/api/v1/users/organizations'>({
                  search,
                  sort: '',
                  page: 1,
                  pageSize: OFFERED,
                }),
              },
            },
            signal,
          }),
        ),
    ),
  people: (orgId: number, search: string) =>
    pageOptions(
      ['audit', 'list', 'people', { orgId, search }],
      'Error retrieving organisation users data',
      async (signal) =>
        body(
          await api.GET('/api/v1/users/organization-users', {
            params: {
              query: {
                org_id: orgId,
                ...listQuery<'/api/v1/users/organization-users'>({
                  search,
                  sort: '',
                  page: 1,
                  pageSize: OFFERED,
                }),
              },
            },
            signal,
          }),
        ),
    ),
};

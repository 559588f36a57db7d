import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { NetworkError } from '@/api/errors';
import { session } from '@/api/session';

/** The tabs of a requester's lists; recalled requests stand on the Denied tab (decisions, "Readings settled"). */
export const tabs = ['pending', 'approved', 'denied', 'all'] as const;
export type Tab = (typeof tabs)[number];

const statuses: Record<Tab, string | undefined> = {
  pending: '["Pending"]',
  approved: '["Approved"]',
  denied: '["Denied","Recalled"]',
  all: undefined,
};

export interface RequestsArgs {
  tab: Tab;
  search: string;
  /** `request_id` (old to new) or `-request_id` (new to old). */
  sort: string;
  page: number;
  pageSize: number;
}

const ownRole = () => session.get()?.role?.org_role_id;

/** A requester's own requests, and what the wizard chooses from (2 §7). */
export const requestQueries = {
  /** Prefix of all queries of the slice, to invalidate after a change. */
  all: ['requests'] as const,
  list: ({ tab, search, sort, page, pageSize }: RequestsArgs) =>
    queryOptions({
      queryKey: ['requests', 'list', { tab, search, sort, page, pageSize }],
      queryFn: async ({ signal }) => {
        const answer = body(
          await api.GET('/api/v1/data_requests', {
            params: {
              query: {
                org_role_id: ownRole(),
                status: statuses[tab],
                search: search || undefined,
                sort,
                page,
                page_size: pageSize,
              },
            },
            signal,
          }),
        );
        if (!('page' in answer)) throw new NetworkError('The answer is no list');
        return { requests: answer.data, total: answer.page.total };
      },
      placeholderData: keepPreviousData,
    }),
  counts: () =>
    queryOptions({
      queryKey: ['requests', 'list', 'counts'],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_requests/counts', {
            params: { query: { org_role_id: ownRole() } },
            signal,
          }),
        ).data,
    }),
  detail: (requestId: number) =>
    queryOptions({
      queryKey: ['requests', 'detail', { requestId }],
      queryFn: async ({ signal }) => {
        const answer = body(
          await api.GET('/api/v1/data_requests', {
            params: { query: { request_id: requestId } },
            signal,
          }),
        );
        if ('page' in answer) throw new NetworkError('The answer is no request');
        return answer.data;
      },
    }),
  comments: (requestId: number) =>
    queryOptions({
      queryKey: ['requests', 'detail', { requestId }, 'comments'],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_requests/statecomment/list/{request_id}', {
            params: { path: { request_id: requestId } },
            signal,
          }),
        ).data,
    }),
};

/** Reference data changes seldom: once read, it stands for the session. */
const settled = { staleTime: Infinity } as const;

/** The lists that the wizard's fields offer (2 §3, "Reference data"). */
export const referenceQueries = {
  purposes: () =>
    queryOptions({
      queryKey: ['requests', 'reference', 'purposes'],
      queryFn: async ({ signal }) =>
        body(await api.GET('/api/v1/data_requests/purposes', { signal })).data,
      ...settled,
    }),
  committees: () =>
    queryOptions({
      queryKey: ['requests', 'reference', 'committees'],
      queryFn: async ({ signal }) =>
        body(await api.GET('/api/v1/data_requests/irb', { signal })).data,
      ...settled,
    }),
  equipmentTypes: () =>
    queryOptions({
      queryKey: ['requests', 'reference', 'equipment-types'],
      queryFn: async ({ signal }) =>
        body(await api.GET('/api/v1/data_requests/equipment-type', { signal })).data,
      ...settled,
    }),
  facilities: () =>
    queryOptions({
      queryKey: ['requests', 'reference', 'facilities'],
      queryFn: async ({ signal }) => body(await api.GET('/api/v1/facilities', { signal })).data,
      ...settled,
    }),
  /** The first hundred published sources, for choosing one and for naming one. */
  sources: () =>
    queryOptions({
      queryKey: ['requests', 'reference', 'sources'],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_dictionary/data_sources', {
            params: { query: { page: 1, page_size: 100 } },
            signal,
          }),
        ).data,
    }),
};

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { NetworkError } from '@/api/errors';
import type { StaffTab } from './tabs';

interface ListArgs {
  /** The organisation role whose list it is; a Super User is shown everything whichever is sent. */
  orgRoleId: number;
  search: string;
  page: number;
  pageSize: number;
}

/** What staff and Super Users read about requests (2 §7). */
export const reviewQueries = {
  /** Prefix of all queries of the slice, to invalidate after a change. */
  all: ['review'] as const,
  list: (tab: StaffTab, { orgRoleId, search, page, pageSize }: ListArgs) =>
    queryOptions({
      queryKey: ['review', 'list', { tab: tab.key, orgRoleId, search, page, pageSize }],
      queryFn: async ({ signal }) => {
        const answer = body(
          await api.GET('/api/v1/data_requests', {
            params: {
              query: {
                org_role_id: orgRoleId,
                status: tab.status,
                search: search || undefined,
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
  histories: ({ orgRoleId, search, page, pageSize }: ListArgs) =>
    queryOptions({
      queryKey: ['review', 'list', { tab: 'histories', orgRoleId, search, page, pageSize }],
      queryFn: async ({ signal }) => {
        const { data, page: shown } = body(
          await api.GET('/api/v1/data_requests/history', {
            params: {
              query: {
                org_role_id: orgRoleId,
                search: search || undefined,
                page,
                page_size: pageSize,
              },
            },
            signal,
          }),
        );
        return { requests: data, total: shown.total };
      },
      placeholderData: keepPreviousData,
    }),
  counts: (orgRoleId: number) =>
    queryOptions({
      queryKey: ['review', 'list', 'counts', orgRoleId],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_requests/counts', {
            params: { query: { org_role_id: orgRoleId } },
            signal,
          }),
        ).data,
    }),
  detail: (requestId: number) =>
    queryOptions({
      queryKey: ['review', 'detail', requestId],
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
      queryKey: ['review', 'detail', requestId, 'comments'],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_requests/statecomment/list/{request_id}', {
            params: { path: { request_id: requestId } },
            signal,
          }),
        ).data,
    }),
};

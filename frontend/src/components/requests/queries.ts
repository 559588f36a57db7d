import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { NetworkError } from '@/api/errors';
import { listQuery, rowsOf, type ListArgs } from '@/api/lists';

interface RequestArgs extends ListArgs {
  /** The organisation role whose list it is; a Super User is shown everything whichever is sent. */
  orgRoleId: number | undefined;
  /** The states as the call takes them; none for all requests. */
  status: string | undefined;
}

/** What requesters and staff alike read about data requests (2 §7). */
export const requestQueries = {
  /** Prefix of every query about requests, to invalidate after a change. */
  all: ['requests'] as const,
  list: ({ orgRoleId, status, ...args }: RequestArgs) =>
    queryOptions({
      queryKey: ['requests', 'list', { orgRoleId, status, ...args }],
      queryFn: async ({ signal }) => {
        const answer = body(
          await api.GET('/api/v1/data_requests', {
            params: {
              query: {
                org_role_id: orgRoleId,
                status,
                ...listQuery<'/api/v1/data_requests'>(args),
              },
            },
            signal,
          }),
        );
        if (!('page' in answer)) throw new NetworkError('The answer is no list');
        return rowsOf(answer);
      },
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving data requests' },
    }),
  /** How many requests stand on each tab. */
  counts: (orgRoleId: number | undefined) =>
    queryOptions({
      queryKey: ['requests', 'list', 'counts', { orgRoleId }],
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

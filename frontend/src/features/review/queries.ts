import type { ListArgs } from '@/api/lists';
import type { RequestFilter } from '@/api/models';
import { get, getAs, getPage } from '@/api/query';

interface HistoryArgs extends ListArgs {
  orgRoleId: number;
  filter: RequestFilter;
}

/**
 * Queries about requests for staff only (2 §7). The others are in `shared/requests/queries.ts`.
 */
export const reviewQueries = {
  /**
   * A Super User's pending tasks. Always read again, because they depend on requests, roles and
   * procedures.
   */
  whatWaits: () => get('/api/v1/users/what-waits', {}, { staleTime: 0 }),
  /** The figures on a Super User's home page. */
  figures: () => get('/api/v1/data_requests/figures'),
  firstRequest: () =>
    getAs('/api/v1/reference_data/first_request', {}, 'missing', ({ data }) => data.missing, {
      staleTime: 0,
    }),
  /** The number of the caller's passkeys. A server of the previous version knows none. */
  ownPasskeys: () =>
    getAs(
      '/api/v1/users/second-factor',
      {},
      'passkeys',
      ({ data }) => (data as Partial<typeof data>).passkeys?.length ?? 0,
      { staleTime: 60_000 },
    ),
  histories: ({ orgRoleId, filter, ...args }: HistoryArgs) =>
    getPage('/api/v1/data_requests/history', args, 'Error retrieving data requests', {
      org_role_id: orgRoleId,
      ...filter,
    }),
};

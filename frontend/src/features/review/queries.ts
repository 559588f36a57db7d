import type { ListArgs } from '@/api/lists';
import { get, getAs, getPage } from '@/api/query';

interface HistoryArgs extends ListArgs {
  orgRoleId: number;
}

/** What staff alone read about requests (2 §7); the rest stands in `components/requests/queries.ts`. */
export const reviewQueries = {
  /** What waits for a Super User. It follows from requests, roles and procedures alike, so that it is read anew each time. */
  whatWaits: () => get('/api/v1/users/what-waits', {}, { staleTime: 0 }),
  /** What is missing before a first request can be made. */
  firstRequest: () =>
    getAs('/api/v1/reference_data/first_request', {}, 'missing', ({ data }) => data.missing, {
      staleTime: 0,
    }),
  histories: ({ orgRoleId, ...args }: HistoryArgs) =>
    getPage('/api/v1/data_requests/history', args, 'Error retrieving data requests', {
      org_role_id: orgRoleId,
    }),
};

import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';

/** What people read about their own roles and those that they can have (1 §7.2). */
export const roleQueries = {
  /** Prefix of all queries of the slice, to invalidate after a change. */
  all: ['roles'] as const,
  /** What the organisation offers, and the user neither holds nor waits for (1 §5.6). */
  available: (orgId: number) =>
    queryOptions({
      queryKey: ['roles', 'list', 'available', { orgId }],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/users/organizations/{org_id}/roles', {
            params: { path: { org_id: orgId }, query: { available: true } },
            signal,
          }),
        ).data,
    }),
  /** Everything that the organisation offers at present. */
  offered: (orgId: number) =>
    queryOptions({
      queryKey: ['roles', 'list', 'offered', { orgId }],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/users/organizations/{org_id}/roles', {
            params: { path: { org_id: orgId } },
            signal,
          }),
        ).data,
      meta: { failure: 'Error retrieving Org Role data' },
    }),
  /** What the user holds or has asked for, each with its history. */
  own: (userId: number) =>
    queryOptions({
      queryKey: ['roles', 'list', 'own', { userId }],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/users/assign-roles', {
            params: { query: { user_id: userId } },
            signal,
          }),
        ).data,
    }),
};

import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { listQuery, type ListArgs } from '@/api/lists';
import { pageOptions } from '@/api/recordQueries';

/** Which rows of a list of an organisation are wanted. */
export interface OfOrganisation extends ListArgs {
  orgId: number;
}

/** What administrators read about the people of an organisation and their roles (1 §7.2; 3 §7). */
export const peopleQueries = {
  /** Prefix of all queries of the slice, to invalidate after a change. */
  all: ['roles'] as const,
  /** Prefixes of the lists and of their numbers, and of nothing that is read of one person. */
  lists: [
    ['roles', 'list'],
    ['roles', 'detail', 'counts'],
  ] as const,
  users: ({ orgId, ...args }: OfOrganisation) =>
    pageOptions(
      ['roles', 'list', 'users', { orgId, ...args }],
      'Error retrieving organisation users data',
      async (signal) =>
        body(
          await api.GET('/api/v1/users/organization-users', {
            params: {
              query: { org_id: orgId, ...listQuery<'/api/v1/users/organization-users'>(args) },
            },
            signal,
          }),
        ),
    ),
  counts: (orgId: number) =>
    queryOptions({
      queryKey: ['roles', 'detail', 'counts', { orgId }],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/users/organization-users/counts', {
            params: { query: { org_id: orgId } },
            signal,
          }),
        ).data,
    }),
  erasure: (userId: number) =>
    queryOptions({
      queryKey: ['roles', 'detail', 'erasure', { userId }],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/users/erase/{user_id}', {
            params: { path: { user_id: userId } },
            signal,
          }),
        ).data,
      // What stands in the way may have been settled on another screen.
      staleTime: 0,
      gcTime: 0,
    }),
  roleRequests: ({ orgId, ...args }: OfOrganisation) =>
    pageOptions(
      ['roles', 'list', 'roleRequests', { orgId, ...args }],
      'Error retrieving role requests data',
      async (signal) =>
        body(
          await api.GET('/api/v1/users/assigned-roles/approve', {
            params: {
              query: {
                role_status: '["Pending"]',
                org_id: orgId,
                ...listQuery<'/api/v1/users/assigned-roles/approve'>(args),
              },
            },
            signal,
          }),
        ),
    ),
  assignedRoles: ({ orgId, ...args }: OfOrganisation) =>
    pageOptions(
      ['roles', 'list', 'assignedRoles', { orgId, ...args }],
      'Error retrieving assigned roles data',
      async (signal) =>
        body(
          await api.GET('/api/v1/users/assigned-role-status', {
            params: {
              query: { org_id: orgId, ...listQuery<'/api/v1/users/assigned-role-status'>(args) },
            },
            signal,
          }),
        ),
    ),
  /** The roles that an organisation offers, each with what keeps one from assigning it to this person. */
  assignableRoles: (orgId: number, userId: number) =>
    queryOptions({
      queryKey: ['roles', 'list', 'assignableRoles', { orgId, userId }],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/users/organizations/{org_id}/roles', {
            params: { path: { org_id: orgId }, query: { assign_to: userId } },
            signal,
          }),
        ).data,
    }),
};

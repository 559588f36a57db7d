import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { listQuery, rowsOf, type ListArgs } from '@/api/lists';

/** Which rows of a list of an organisation are wanted. */
export interface OfOrganisation extends ListArgs {
  orgId: number;
}

/** What administrators read about the people of an organisation and their roles (1 §7.2; 3 §7). */
export const peopleQueries = {
  /** Prefix of all queries of the slice, to invalidate after a change. */
  all: ['roles'] as const,
  users: ({ orgId, ...args }: OfOrganisation) =>
    queryOptions({
      queryKey: ['roles', 'list', 'users', { orgId, ...args }],
      queryFn: async ({ signal }) =>
        rowsOf(
          body(
            await api.GET('/api/v1/users/organization-users', {
              params: {
                query: { org_id: orgId, ...listQuery<'/api/v1/users/organization-users'>(args) },
              },
              signal,
            }),
          ),
        ),
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving organisation users data' },
    }),
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
  roleRequests: ({ orgId, ...args }: OfOrganisation) =>
    queryOptions({
      queryKey: ['roles', 'list', 'roleRequests', { orgId, ...args }],
      queryFn: async ({ signal }) =>
        rowsOf(
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
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving role requests data' },
    }),
  assignedRoles: ({ orgId, ...args }: OfOrganisation) =>
    queryOptions({
      queryKey: ['roles', 'list', 'assignedRoles', { orgId, ...args }],
      queryFn: async ({ signal }) =>
        rowsOf(
          body(
            await api.GET('/api/v1/users/assigned-role-status', {
              params: {
                query: { org_id: orgId, ...listQuery<'/api/v1/users/assigned-role-status'>(args) },
              },
              signal,
            }),
          ),
        ),
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving assigned roles data' },
    }),
  /** The roles that an organisation offers at present. */
  organisationRoles: (orgId: number) =>
    queryOptions({
      queryKey: ['roles', 'list', 'organisationRoles', { orgId }],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/users/organizations/{org_id}/roles', {
            params: { path: { org_id: orgId } },
            signal,
          }),
        ).data,
      meta: { failure: 'Error retrieving Org Role data' },
    }),
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

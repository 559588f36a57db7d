import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { listQuery, rowsOf, type ListArgs } from '@/api/lists';

/** Which rows of a list of an organisation are wanted. */
export interface OfOrganisation extends ListArgs {
  orgId: number;
}

/** What administrators read about the people and roles of an organisation (1 §7.2; 3 §7). */
export const administrationQueries = {
  /** Prefix of all queries of the slice, to invalidate after a change. */
  all: ['administration'] as const,
  users: ({ orgId, ...args }: OfOrganisation) =>
    queryOptions({
      queryKey: ['administration', 'list', 'users', { orgId, ...args }],
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
      queryKey: ['administration', 'detail', 'counts', { orgId }],
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
      queryKey: ['administration', 'list', 'roleRequests', { orgId, ...args }],
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
      queryKey: ['administration', 'list', 'assignedRoles', { orgId, ...args }],
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
  /** Every role that there is, by rank. */
  roles: () =>
    queryOptions({
      queryKey: ['administration', 'list', 'roles'],
      queryFn: async ({ signal }) => body(await api.GET('/api/v1/users/role', { signal })).data,
      staleTime: Infinity,
      meta: { failure: 'Error retrieving roles data' },
    }),
  /** The roles that an organisation offers at present. */
  organisationRoles: (orgId: number) =>
    queryOptions({
      queryKey: ['administration', 'list', 'organisationRoles', { orgId }],
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
      queryKey: ['administration', 'list', 'assignableRoles', { orgId, userId }],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/users/organizations/{org_id}/roles', {
            params: { path: { org_id: orgId }, query: { assign_to: userId } },
            signal,
          }),
        ).data,
    }),
  /** The roles of all organisations, offered at present or not, for Super Users (3 §2.6). */
  everyOrganisationRole: (args: ListArgs) =>
    queryOptions({
      queryKey: ['administration', 'list', 'everyOrganisationRole', args],
      queryFn: async ({ signal }) =>
        rowsOf(
          body(
            await api.GET('/api/v1/users/org_roles', {
              params: { query: listQuery<'/api/v1/users/org_roles'>(args) },
              signal,
            }),
          ),
        ),
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving Org Role data' },
    }),
  /** One of these roles as it stands now. */
  organisationRole: ({ org_role_id, org }: { org_role_id: number; org: number }) =>
    queryOptions({
      queryKey: ['administration', 'detail', 'organisationRole', org_role_id],
      queryFn: async ({ signal }) => {
        const { data } = body(
          await api.GET('/api/v1/users/org_roles', {
            params: { query: { org_id: org, page_size: 100 } },
            signal,
          }),
        );
        const found = data.find((role) => role.org_role_id === org_role_id);
        if (!found) throw new Error('The organisation role is gone.');
        return found;
      },
    }),
  /** All organisations, active or not, for Super Users (3 §2.5). */
  everyOrganisation: (args: ListArgs) =>
    queryOptions({
      queryKey: ['administration', 'list', 'everyOrganisation', args],
      queryFn: async ({ signal }) =>
        rowsOf(
          body(
            await api.GET('/api/v1/users/organizations', {
              params: { query: { all: true, ...listQuery<'/api/v1/users/organizations'>(args) } },
              signal,
            }),
          ),
        ),
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving organisations data' },
    }),
  /** One organisation with all its fields, for Super Users (3 §7). */
  organisation: (orgId: number) =>
    queryOptions({
      queryKey: ['administration', 'detail', 'organisation', { orgId }],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/users/organizations/{org_id}', {
            params: { path: { org_id: orgId } },
            signal,
          }),
        ).data,
    }),
  /** Active organisations to choose from. */
  organisations: ({ search, page, pageSize }: Omit<ListArgs, 'sort'>) =>
    queryOptions({
      queryKey: ['administration', 'list', 'organisations', { search, page, pageSize }],
      queryFn: async ({ signal }) => {
        const answer = body(
          await api.GET('/api/v1/users/organizations', {
            params: {
              query: { all: false, search: search || undefined, page, page_size: pageSize },
            },
            signal,
          }),
        );
        return { rows: answer.data, total: answer.page.total };
      },
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving organisations data' },
    }),
};

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';

/** What the lists of an organisation have in common. */
export interface ListArgs {
  orgId: number;
  search: string;
  /** A field, with a minus in front for the other way round; empty for the server's order. */
  sort: string;
  page: number;
  pageSize: number;
}

function listOf({ search, sort, page, pageSize }: Omit<ListArgs, 'orgId'>) {
  return {
    search: search || undefined,
    sort: sort || undefined,
    page,
    page_size: pageSize,
  };
}

function queryOf({ orgId, ...list }: ListArgs) {
  return { org_id: orgId, ...listOf(list) };
}

/** What administrators read about the people and roles of an organisation (1 §7.2; 3 §7). */
export const administrationQueries = {
  /** Prefix of all queries of the slice, to invalidate after a change. */
  all: ['administration'] as const,
  users: (args: ListArgs) =>
    queryOptions({
      queryKey: ['administration', 'list', 'users', args],
      queryFn: async ({ signal }) => {
        const { data, page } = body(
          await api.GET('/api/v1/users/organization-users', {
            params: { query: queryOf(args) },
            signal,
          }),
        );
        return { rows: data, total: page.total };
      },
      placeholderData: keepPreviousData,
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
  roleRequests: (args: ListArgs) =>
    queryOptions({
      queryKey: ['administration', 'list', 'roleRequests', args],
      queryFn: async ({ signal }) => {
        const { data, page } = body(
          await api.GET('/api/v1/users/assigned-roles/approve', {
            params: { query: { role_status: '["Pending"]', ...queryOf(args) } },
            signal,
          }),
        );
        return { rows: data, total: page.total };
      },
      placeholderData: keepPreviousData,
    }),
  assignedRoles: (args: ListArgs) =>
    queryOptions({
      queryKey: ['administration', 'list', 'assignedRoles', args],
      queryFn: async ({ signal }) => {
        const { data, page } = body(
          await api.GET('/api/v1/users/assigned-role-status', {
            params: { query: queryOf(args) },
            signal,
          }),
        );
        return { rows: data, total: page.total };
      },
      placeholderData: keepPreviousData,
    }),
  /** Every role that there is, by rank. */
  roles: () =>
    queryOptions({
      queryKey: ['administration', 'list', 'roles'],
      queryFn: async ({ signal }) => body(await api.GET('/api/v1/users/role', { signal })).data,
      staleTime: Infinity,
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
  everyOrganisationRole: (args: Omit<ListArgs, 'orgId'>) =>
    queryOptions({
      queryKey: ['administration', 'list', 'everyOrganisationRole', args],
      queryFn: async ({ signal }) => {
        const { data, page } = body(
          await api.GET('/api/v1/users/org_roles', { params: { query: listOf(args) }, signal }),
        );
        return { rows: data, total: page.total };
      },
      placeholderData: keepPreviousData,
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
  everyOrganisation: (args: Omit<ListArgs, 'orgId'>) =>
    queryOptions({
      queryKey: ['administration', 'list', 'everyOrganisation', args],
      queryFn: async ({ signal }) => {
        const { data, page } = body(
          await api.GET('/api/v1/users/organizations', {
            params: { query: { all: true, ...listOf(args) } },
            signal,
          }),
        );
        return { rows: data, total: page.total };
      },
      placeholderData: keepPreviousData,
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
  organisations: ({ search, page, pageSize }: Omit<ListArgs, 'orgId' | 'sort'>) =>
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
    }),
};

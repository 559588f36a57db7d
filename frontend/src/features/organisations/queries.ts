import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { listQuery, rowsOf, type ListArgs } from '@/api/lists';

/** What Super Users read about organisations and the roles they offer (3 §2.5, §2.6, §7). */
export const organisationQueries = {
  /** Prefix of all queries of the slice. */
  all: ['organisations'] as const,
  /** All organisations, active or not, for Super Users (3 §2.5). */
  everyOrganisation: (args: ListArgs) =>
    queryOptions({
      queryKey: ['organisations', 'list', 'everyOrganisation', args],
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
      queryKey: ['organisations', 'detail', 'organisation', { orgId }],
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
      queryKey: ['organisations', 'list', 'organisations', { search, page, pageSize }],
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
  /** The roles of all organisations, offered at present or not, for Super Users (3 §2.6). */
  everyOrganisationRole: (args: ListArgs) =>
    queryOptions({
      queryKey: ['organisations', 'list', 'everyOrganisationRole', args],
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
      queryKey: ['organisations', 'detail', 'organisationRole', org_role_id],
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
};

import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { listQuery, type ListArgs } from '@/api/lists';
import { pageOptions, recordOptions } from '@/api/recordQueries';

/** What Super Users read about organisations and the roles they offer (3 §2.5, §2.6, §7). */
export const organisationQueries = {
  /** Prefix of all queries of the slice. */
  all: ['organisations'] as const,
  /** All organisations, active or not, for Super Users (3 §2.5). */
  everyOrganisation: (args: ListArgs) =>
    pageOptions(
      ['organisations', 'list', 'everyOrganisation', args],
      'Error retrieving organisations data',
      async (signal) =>
        body(
          await api.GET('/api/v1/users/organizations', {
            params: { query: { all: true, ...listQuery<'/api/v1/users/organizations'>(args) } },
            signal,
          }),
        ),
    ),
  /** One organisation with all its fields, for Super Users (3 §7). */
  organisation: (orgId: number) =>
    recordOptions(['organisations', 'detail', 'organisation', { orgId }], async (signal) =>
      body(
        await api.GET('/api/v1/users/organizations/{org_id}', {
          params: { path: { org_id: orgId } },
          signal,
        }),
      ),
    ),
  /** Active organisations to choose from. */
  organisations: ({ search, page, pageSize }: Omit<ListArgs, 'sort'>) =>
    pageOptions(
      ['organisations', 'list', 'organisations', { search, page, pageSize }],
      'Error retrieving organisations data',
      async (signal) =>
        body(
          await api.GET('/api/v1/users/organizations', {
            params: {
              query: { all: false, search: search || undefined, page, page_size: pageSize },
            },
            signal,
          }),
        ),
    ),
  /** The roles of all organisations, offered at present or not, for Super Users (3 §2.6). */
  everyOrganisationRole: (args: ListArgs) =>
    pageOptions(
      ['organisations', 'list', 'everyOrganisationRole', args],
      'Error retrieving Org Role data',
      async (signal) =>
        body(
          await api.GET('/api/v1/users/org_roles', {
            params: { query: listQuery<'/api/v1/users/org_roles'>(args) },
            signal,
          }),
        ),
    ),
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

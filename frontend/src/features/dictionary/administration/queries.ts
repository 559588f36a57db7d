import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { listQuery, type ListArgs } from '@/api/lists';
import { pageOptions, recordOptions } from '@/api/recordQueries';

/** What a Super User reads of the data dictionary (3 §7). */
export const recordQueries = {
  sources: (args: ListArgs) =>
    pageOptions(
      ['dictionary', 'list', 'dataSources', args],
      'Error retrieving data source data',
      async (signal) =>
        body(
          await api.GET('/api/v1/data_dictionary/data_source', {
            params: { query: listQuery<'/api/v1/data_dictionary/data_source'>(args) },
            signal,
          }),
        ),
    ),
  source: (id: number) =>
    recordOptions(['dictionary', 'detail', 'dataSource', id], async (signal) =>
      body(
        await api.GET('/api/v1/data_dictionary/data_source/{id}', {
          params: { path: { id } },
          signal,
        }),
      ),
    ),
  custodian: (id: number) =>
    recordOptions(['dictionary', 'detail', 'dataCustodian', id], async (signal) =>
      body(
        await api.GET('/api/v1/data_dictionary/data_custodian/{id}', {
          params: { path: { id } },
          signal,
        }),
      ),
    ),
  version: (id: number) =>
    recordOptions(['dictionary', 'detail', 'dataSourceVersion', id], async (signal) =>
      body(
        await api.GET('/api/v1/data_dictionary/version/{id}', {
          params: { path: { id } },
          signal,
        }),
      ),
    ),
  topic: (id: number) =>
    recordOptions(['dictionary', 'detail', 'topic', id], async (signal) =>
      body(
        await api.GET('/api/v1/data_dictionary/topics/{id}', {
          params: { path: { id } },
          signal,
        }),
      ),
    ),
  /** The tables of a data source, published or not. */
  tables: (dataSource: number, args: ListArgs) =>
    pageOptions(
      ['dictionary', 'list', 'tables', dataSource, args],
      'Error retrieving table ddd',
      async (signal) =>
        body(
          await api.GET('/api/v1/data_dictionary/table_dd', {
            params: {
              query: {
                data_source: dataSource,
                ...listQuery<'/api/v1/data_dictionary/table_dd'>(args),
              },
            },
            signal,
          }),
        ),
    ),
  custodians: (args: ListArgs) =>
    pageOptions(
      ['dictionary', 'list', 'dataCustodians', args],
      'Error retrieving data custodian data',
      async (signal) =>
        body(
          await api.GET('/api/v1/data_dictionary/data_custodian', {
            params: { query: listQuery<'/api/v1/data_dictionary/data_custodian'>(args) },
            signal,
          }),
        ),
    ),
  versions: (args: ListArgs) =>
    pageOptions(
      ['dictionary', 'list', 'dataSourceVersions', args],
      'Error retrieving data source version data',
      async (signal) =>
        body(
          await api.GET('/api/v1/data_dictionary/version', {
            params: { query: listQuery<'/api/v1/data_dictionary/version'>(args) },
            signal,
          }),
        ),
    ),
  topics: (args: ListArgs) =>
    pageOptions(
      ['dictionary', 'list', 'topics', args],
      'Error retrieving topics data',
      async (signal) =>
        body(
          await api.GET('/api/v1/data_dictionary/topics', {
            params: { query: listQuery<'/api/v1/data_dictionary/topics'>(args) },
            signal,
          }),
        ),
    ),
  /** Organisation roles to choose from: those that are offered at present. */
  organisationRoles: (search: string) =>
    queryOptions({
      queryKey: ['dictionary', 'list', 'organisationRoleOptions', { search }],
      queryFn: async ({ signal }) => {
        const { data } = body(
          await api.GET('/api/v1/users/org_roles', {
            params: { query: { search: search || undefined, page: 1, page_size: 100 } },
            signal,
          }),
        );
        return data.filter(({ status, organisation_active }) => status && organisation_active);
      },
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving Org Role data' },
    }),
};

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { listQuery, rowsOf, type ListArgs } from '@/api/lists';

/** What a Super User reads of the data dictionary (3 §7). */
export const recordQueries = {
  sources: (args: ListArgs) =>
    queryOptions({
      queryKey: ['dictionary', 'list', 'dataSources', args],
      queryFn: async ({ signal }) =>
        rowsOf(
          body(
            await api.GET('/api/v1/data_dictionary/data_source', {
              params: { query: listQuery<'/api/v1/data_dictionary/data_source'>(args) },
              signal,
            }),
          ),
        ),
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving data source data' },
    }),
  source: (id: number) =>
    queryOptions({
      queryKey: ['dictionary', 'detail', 'dataSource', id],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_dictionary/data_source/{id}', {
            params: { path: { id } },
            signal,
          }),
        ).data,
    }),
  custodian: (id: number) =>
    queryOptions({
      queryKey: ['dictionary', 'detail', 'dataCustodian', id],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_dictionary/data_custodian/{id}', {
            params: { path: { id } },
            signal,
          }),
        ).data,
    }),
  version: (id: number) =>
    queryOptions({
      queryKey: ['dictionary', 'detail', 'dataSourceVersion', id],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_dictionary/version/{id}', {
            params: { path: { id } },
            signal,
          }),
        ).data,
    }),
  topic: (id: number) =>
    queryOptions({
      queryKey: ['dictionary', 'detail', 'topic', id],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_dictionary/topics/{id}', {
            params: { path: { id } },
            signal,
          }),
        ).data,
    }),
  /** The tables of a data source, published or not. */
  tables: (dataSource: number, args: ListArgs) =>
    queryOptions({
      queryKey: ['dictionary', 'list', 'tables', dataSource, args],
      queryFn: async ({ signal }) =>
        rowsOf(
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
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving table ddd' },
    }),
  custodians: (args: ListArgs) =>
    queryOptions({
      queryKey: ['dictionary', 'list', 'dataCustodians', args],
      queryFn: async ({ signal }) =>
        rowsOf(
          body(
            await api.GET('/api/v1/data_dictionary/data_custodian', {
              params: { query: listQuery<'/api/v1/data_dictionary/data_custodian'>(args) },
              signal,
            }),
          ),
        ),
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving data custodian data' },
    }),
  versions: (args: ListArgs) =>
    queryOptions({
      queryKey: ['dictionary', 'list', 'dataSourceVersions', args],
      queryFn: async ({ signal }) =>
        rowsOf(
          body(
            await api.GET('/api/v1/data_dictionary/version', {
              params: { query: listQuery<'/api/v1/data_dictionary/version'>(args) },
              signal,
            }),
          ),
        ),
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving data source version data' },
    }),
  topics: (args: ListArgs) =>
    queryOptions({
      queryKey: ['dictionary', 'list', 'topics', args],
      queryFn: async ({ signal }) =>
        rowsOf(
          body(
            await api.GET('/api/v1/data_dictionary/topics', {
              params: { query: listQuery<'/api/v1/data_dictionary/topics'>(args) },
              signal,
            }),
          ),
        ),
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving topics data' },
    }),
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

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';

/** Which records of a list are wanted. */
export interface RecordArgs {
  search: string;
  /** A field, with a minus in front for the other way round; empty for the server's order. */
  sort: string;
  page: number;
  pageSize: number;
}

const queryOf = ({ search, sort, page, pageSize }: RecordArgs) => ({
  search: search || undefined,
  sort: sort || undefined,
  page,
  page_size: pageSize,
});

/** What a Super User reads of the data dictionary (3 §7). */
export const recordQueries = {
  sources: (args: RecordArgs) =>
    queryOptions({
      queryKey: ['administration', 'list', 'dataSources', args],
      queryFn: async ({ signal }) => {
        const { data, page } = body(
          await api.GET('/api/v1/data_dictionary/data_source', {
            params: { query: queryOf(args) },
            signal,
          }),
        );
        return { rows: data, total: page.total };
      },
      placeholderData: keepPreviousData,
    }),
  source: (id: number) =>
    queryOptions({
      queryKey: ['administration', 'detail', 'dataSource', id],
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
      queryKey: ['administration', 'detail', 'dataCustodian', id],
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
      queryKey: ['administration', 'detail', 'dataSourceVersion', id],
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
      queryKey: ['administration', 'detail', 'topic', id],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_dictionary/topics/{id}', {
            params: { path: { id } },
            signal,
          }),
        ).data,
    }),
  /** The tables of a data source, published or not. */
  tables: (dataSource: number, args: RecordArgs) =>
    queryOptions({
      queryKey: ['administration', 'list', 'tables', dataSource, args],
      queryFn: async ({ signal }) => {
        const { data, page } = body(
          await api.GET('/api/v1/data_dictionary/table_dd', {
            params: { query: { data_source: dataSource, ...queryOf(args) } },
            signal,
          }),
        );
        return { rows: data, total: page.total };
      },
      placeholderData: keepPreviousData,
    }),
  custodians: (args: RecordArgs) =>
    queryOptions({
      queryKey: ['administration', 'list', 'dataCustodians', args],
      queryFn: async ({ signal }) => {
        const { data, page } = body(
          await api.GET('/api/v1/data_dictionary/data_custodian', {
            params: { query: queryOf(args) },
            signal,
          }),
        );
        return { rows: data, total: page.total };
      },
      placeholderData: keepPreviousData,
    }),
  versions: (args: RecordArgs) =>
    queryOptions({
      queryKey: ['administration', 'list', 'dataSourceVersions', args],
      queryFn: async ({ signal }) => {
        const { data, page } = body(
          await api.GET('/api/v1/data_dictionary/version', {
            params: { query: queryOf(args) },
            signal,
          }),
        );
        return { rows: data, total: page.total };
      },
      placeholderData: keepPreviousData,
    }),
  topics: (args: RecordArgs) =>
    queryOptions({
      queryKey: ['administration', 'list', 'topics', args],
      queryFn: async ({ signal }) => {
        const { data, page } = body(
          await api.GET('/api/v1/data_dictionary/topics', {
            params: { query: queryOf(args) },
            signal,
          }),
        );
        return { rows: data, total: page.total };
      },
      placeholderData: keepPreviousData,
    }),
  /** Organisation roles to choose from: those that are offered at present. */
  organisationRoles: (search: string) =>
    queryOptions({
      queryKey: ['administration', 'list', 'organisationRoleOptions', { search }],
      queryFn: async ({ signal }) => {
        const { data } = body(
          await api.GET('/api/v1/users/org_roles', {
            params: { query: { search: search || undefined, page: 1, page_size: 100 } },
            signal,
          }),
        );
        return data.filter(({ status }) => status);
      },
      placeholderData: keepPreviousData,
    }),
};

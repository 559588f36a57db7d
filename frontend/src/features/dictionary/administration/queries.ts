import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { listQuery, type ListArgs } from '@/api/lists';
import type { VariableRecord } from '@/api/models';
import { pageOptions, recordOptions } from '@/api/recordQueries';

const keptVariable = (id: number) => ['dictionary', 'detail', 'keptVariable', id];

const readVariable = async (id: number, signal: AbortSignal) =>
  body(
    await api.GET('/api/v1/data_dictionary/variables_dd/{id}', {
      params: { path: { id } },
      signal,
    }),
  );

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
  table: (id: number) =>
    recordOptions(['dictionary', 'detail', 'table', id], async (signal) =>
      body(
        await api.GET('/api/v1/data_dictionary/table_dd/{id}', {
          params: { path: { id } },
          signal,
        }),
      ),
    ),
  tableTypes: () =>
    queryOptions({
      queryKey: ['dictionary', 'list', 'tableTypes'],
      queryFn: async ({ signal }) =>
        body(await api.GET('/api/v1/data_dictionary/table_types', { params: {}, signal })).data,
      meta: { failure: 'Error retrieving Table Type data' },
    }),
  /** The variables of a table, published or not. */
  variables: (table: number, args: ListArgs) =>
    pageOptions(
      ['dictionary', 'list', 'variablesOfTable', table, args],
      'Error retrieving variable data',
      async (signal) =>
        body(
          await api.GET('/api/v1/data_dictionary/variables_dd', {
            params: {
              query: { tbl: table, ...listQuery<'/api/v1/data_dictionary/variables_dd'>(args) },
            },
            signal,
          }),
        ),
    ),
  /** Variables of a data source to choose from. */
  variablesOfSource: (dataSource: number, args: ListArgs) =>
    pageOptions(
      ['dictionary', 'list', 'variablesOfSource', dataSource, args],
      'Error retrieving variable data',
      async (signal) =>
        body(
          await api.GET('/api/v1/data_dictionary/variables_dd', {
            params: {
              query: {
                data_source: dataSource,
                ...listQuery<'/api/v1/data_dictionary/variables_dd'>(args),
              },
            },
            signal,
          }),
        ),
    ),
  /** A variable with all that it has several of. */
  variable: (id: number) => recordOptions(keptVariable(id), (signal) => readVariable(id, signal)),
  /** The same, as far as its own fields go. */
  variableFields: (id: number) =>
    recordOptions<VariableRecord>(keptVariable(id), (signal) => readVariable(id, signal)),
  /** The variables that a version holds, each as it was. */
  versionVariables: (version: number, args: ListArgs) =>
    pageOptions(
      ['dictionary', 'list', 'versionVariables', version, args],
      'Error retrieving variable version data',
      async (signal) =>
        body(
          await api.GET('/api/v1/data_dictionary/version_variable', {
            params: {
              query: {
                version: version,
                ...listQuery<'/api/v1/data_dictionary/version_variable'>(args),
              },
            },
            signal,
          }),
        ),
    ),
  versionVariable: (id: number) =>
    recordOptions(['dictionary', 'detail', 'versionVariable', id], async (signal) =>
      body(
        await api.GET('/api/v1/data_dictionary/version_variable/{id}', {
          params: { path: { id } },
          signal,
        }),
      ),
    ),
  /** The tables under a topic. */
  tableTopics: (topic: number, args: ListArgs) =>
    pageOptions(
      ['dictionary', 'list', 'tableTopics', topic, args],
      'Error retrieving table topic data',
      async (signal) =>
        body(
          await api.GET('/api/v1/data_dictionary/topic_tables/create', {
            params: {
              query: {
                topic: topic,
                ...listQuery<'/api/v1/data_dictionary/topic_tables/create'>(args),
              },
            },
            signal,
          }),
        ),
    ),
  tableTopic: (id: number) =>
    recordOptions(['dictionary', 'detail', 'tableTopic', id], async (signal) =>
      body(
        await api.GET('/api/v1/data_dictionary/topic_tables/{id}', {
          params: { path: { id } },
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

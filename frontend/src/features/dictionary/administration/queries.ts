import { keepPreviousData } from '@tanstack/react-query';
import type { ListArgs } from '@/api/lists';
import type { VariableRecord } from '@/api/models';
import { get, getAs, getPage } from '@/api/query';

/** What a Super User reads of the data dictionary (3 §7). */
export const recordQueries = {
  sources: (args: ListArgs) =>
    getPage('/api/v1/data_dictionary/data_source', args, 'Error retrieving data source data'),
  source: (id: number) => get('/api/v1/data_dictionary/data_source/{id}', { path: { id } }),
  custodian: (id: number) => get('/api/v1/data_dictionary/data_custodian/{id}', { path: { id } }),
  version: (id: number) => get('/api/v1/data_dictionary/version/{id}', { path: { id } }),
  topic: (id: number) => get('/api/v1/data_dictionary/topics/{id}', { path: { id } }),
  /** The tables of a data source, published or not. */
  tables: (dataSource: number, args: ListArgs) =>
    getPage('/api/v1/data_dictionary/table_dd', args, 'Error retrieving table ddd', {
      data_source: dataSource,
    }),
  table: (id: number) => get('/api/v1/data_dictionary/table_dd/{id}', { path: { id } }),
  tableTypes: () =>
    get(
      '/api/v1/data_dictionary/table_types',
      {},
      { meta: { failure: 'Error retrieving Table Type data' } },
    ),
  /** The variables of a table, published or not. */
  variables: (table: number, args: ListArgs) =>
    getPage('/api/v1/data_dictionary/variables_dd', args, 'Error retrieving variable data', {
      tbl: table,
    }),
  /** Variables of a data source to choose from. */
  variablesOfSource: (dataSource: number, args: ListArgs) =>
    getPage('/api/v1/data_dictionary/variables_dd', args, 'Error retrieving variable data', {
      data_source: dataSource,
    }),
  /** A variable with all that it has several of. */
  variable: (id: number) => get('/api/v1/data_dictionary/variables_dd/{id}', { path: { id } }),
  /** The same, as far as its own fields go. */
  variableFields: (id: number) =>
    getAs(
      '/api/v1/data_dictionary/variables_dd/{id}',
      { path: { id } },
      'data',
      ({ data }): VariableRecord => data,
    ),
  /** The variables that a version holds, each as it was. */
  versionVariables: (version: number, args: ListArgs) =>
    getPage(
      '/api/v1/data_dictionary/version_variable',
      args,
      'Error retrieving variable version data',
      { version },
    ),
  versionVariable: (id: number) =>
    get('/api/v1/data_dictionary/version_variable/{id}', { path: { id } }),
  /** The tables under a topic. */
  tableTopics: (topic: number, args: ListArgs) =>
    getPage(
      '/api/v1/data_dictionary/topic_tables/create',
      args,
      'Error retrieving table topic data',
      { topic },
    ),
  tableTopic: (id: number) => get('/api/v1/data_dictionary/topic_tables/{id}', { path: { id } }),
  custodians: (args: ListArgs) =>
    getPage('/api/v1/data_dictionary/data_custodian', args, 'Error retrieving data custodian data'),
  versions: (args: ListArgs) =>
    getPage('/api/v1/data_dictionary/version', args, 'Error retrieving data source version data'),
  topics: (args: ListArgs) =>
    getPage('/api/v1/data_dictionary/topics', args, 'Error retrieving topics data'),
  /** Organisation roles to choose from: those that are offered at present. */
  organisationRoles: (search: string) =>
    getAs(
      '/api/v1/users/org_roles',
      { query: { search: search || undefined, page: 1, page_size: 100 } },
      'offered',
      ({ data }) => data.filter(({ status, organisation_active }) => status && organisation_active),
      {
        placeholderData: keepPreviousData,
        meta: { failure: 'Error retrieving Org Role data' },
      },
    ),
};

import { keepPreviousData } from '@tanstack/react-query';
import type { ListArgs } from '@/api/lists';
import type { VariableRecord } from '@/api/models';
import { get, getAs, getPage } from '@/api/query';

/** The queries of the data dictionary for Super Users (3 §7). */
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
  /** Searches the variables of a data source, for a choice. */
  variablesOfSource: (dataSource: number, args: ListArgs) =>
    getPage('/api/v1/data_dictionary/variables_dd', args, 'Error retrieving variable data', {
      data_source: dataSource,
    }),
  /** A variable with its lists, such as dependencies and options. */
  variable: (id: number) => get('/api/v1/data_dictionary/variables_dd/{id}', { path: { id } }),
  /** A variable without its lists. */
  variableFields: (id: number) =>
    getAs(
      '/api/v1/data_dictionary/variables_dd/{id}',
      { path: { id } },
      'data',
      ({ data }): VariableRecord => data,
    ),
  /** The variables of a version, each as it was when it was added. */
  versionVariables: (version: number, args: ListArgs) =>
    getPage(
      '/api/v1/data_dictionary/version_variable',
      args,
      'Error retrieving variable version data',
      { version },
    ),
  versionVariable: (id: number) =>
    get('/api/v1/data_dictionary/version_variable/{id}', { path: { id } }),
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
  /** Organisation roles to choose from: only those offered by active organisations. */
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

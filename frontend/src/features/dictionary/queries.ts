import { keepPreviousData } from '@tanstack/react-query';
import { foundRowsOf, listQuery, type ListArgs } from '@/api/lists';
import { get, getAs, getPage } from '@/api/query';
import { MAX_SEARCH_LENGTH } from '@/lib/useListUrl';
import { facetQuery, type Facets } from './facets';

export interface VariablesArgs extends ListArgs {
  dataSourceId?: number;
  /** The beginning of the table name (2 §2). */
  tableName: string;
  facets: Facets;
}

export interface SearchArgs {
  search: string;
  dataSource?: number;
  facets: Facets;
}

export type CardsArgs = Omit<ListArgs, 'sort'>;

const VARIABLES = '/api/v1/data_dictionary/data_dictionary';

/** Queries of the published part of the dictionary: sources, tables and variables (2 §2, §7). */
export const dictionaryQueries = {
  sources: (args: CardsArgs) =>
    getPage('/api/v1/data_dictionary/data_sources', args, 'Error retrieving data source data'),
  tables: (dataSourceId: number | undefined, search: string) =>
    get(
      '/api/v1/data_dictionary/tables',
      {
        query: {
          data_source: dataSourceId,
          search: search || undefined,
          page: 1,
          page_size: 100,
        },
      },
      { placeholderData: keepPreviousData, meta: { failure: 'Error retrieving table ddd' } },
    ),
  tree: (dataSourceId: number) =>
    get(
      '/api/v1/data_dictionary/data_sources/tree/{id}',
      { path: { id: dataSourceId } },
      { meta: { failure: 'Error retrieving data source data' } },
    ),
  edges: (dataSourceId: number) =>
    get(
      '/api/v1/data_dictionary/edges',
      { query: { data_source: dataSourceId } },
      { meta: { failure: 'Error retrieving table ddd' } },
    ),
  colors: () =>
    get('/api/v1/data_dictionary/colors', {}, { meta: { failure: 'Error retrieving table ddd' } }),
  /** The active topics, which every role may see. */
  topics: (args: CardsArgs) =>
    getPage('/api/v1/data_dictionary/topics', args, 'Error retrieving topics data', { all: false }),
  topic: (id: number) =>
    get('/api/v1/data_dictionary/topics/{id}', { path: { id }, query: { all: false } }),
  /** The published tables of a topic. */
  topicTables: (topic: number, args: Omit<CardsArgs, 'search'>) =>
    getPage('/api/v1/data_dictionary/topic_tables', args, 'Error retrieving table topic data', {
      all: false,
      topic,
    }),
  /** The sources with variables that match, each with its best matches. */
  search: ({ search, dataSource, facets }: SearchArgs) =>
    get(
      '/api/v1/data_dictionary/search',
      { query: { search, data_source: dataSource, ...facetQuery(facets) } },
      { placeholderData: keepPreviousData, meta: { failure: 'Error retrieving variable data' } },
    ),
  variables: ({ dataSourceId, tableName, facets, ...args }: VariablesArgs) =>
    getAs(
      VARIABLES,
      {
        query: {
          data_source: dataSourceId,
          tbl_name: tableName.slice(0, MAX_SEARCH_LENGTH) || undefined,
          ...facetQuery(facets),
          ...listQuery<typeof VARIABLES>(args),
        },
      },
      'found rows',
      foundRowsOf,
      { placeholderData: keepPreviousData, meta: { failure: 'Error retrieving variable data' } },
    ),
};

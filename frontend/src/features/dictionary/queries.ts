import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { foundRowsOf, listQuery, type ListArgs } from '@/api/lists';
import { pageOptions, recordOptions } from '@/api/recordQueries';
import { LONGEST_SEARCH } from '@/lib/useListUrl';

export interface VariablesArgs extends ListArgs {
  dataSourceId?: number;
  /** The table's name starts with this (2 §2). */
  tableName: string;
}

/** Which cards are wanted. */
export type CardsArgs = Omit<ListArgs, 'sort'>;

/** The published part of the dictionary: sources, tables and variables (2 §2, §7). */
export const dictionaryQueries = {
  sources: ({ search, page, pageSize }: CardsArgs) =>
    pageOptions(
      ['dictionary', 'list', 'sources', { search, page, pageSize }],
      'Error retrieving data source data',
      async (signal) =>
        body(
          await api.GET('/api/v1/data_dictionary/data_sources', {
            params: { query: { search: search || undefined, page, page_size: pageSize } },
            signal,
          }),
        ),
    ),
  tables: (dataSourceId: number | undefined, search: string) =>
    queryOptions({
      queryKey: ['dictionary', 'list', 'tables', { dataSourceId, search }],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_dictionary/tables', {
            params: {
              query: {
                data_source: dataSourceId,
                search: search || undefined,
                page: 1,
                page_size: 100,
              },
            },
            signal,
          }),
        ).data,
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving table ddd' },
    }),
  tree: (dataSourceId: number) =>
    queryOptions({
      queryKey: ['dictionary', 'tree', dataSourceId],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_dictionary/data_sources/tree/{id}', {
            params: { path: { id: dataSourceId } },
            signal,
          }),
        ).data,
      meta: { failure: 'Error retrieving data source data' },
    }),
  edges: (dataSourceId: number) =>
    queryOptions({
      queryKey: ['dictionary', 'edges', dataSourceId],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_dictionary/edges', {
            params: { query: { data_source: dataSourceId } },
            signal,
          }),
        ).data,
      meta: { failure: 'Error retrieving table ddd' },
    }),
  colors: () =>
    queryOptions({
      queryKey: ['dictionary', 'colors'],
      queryFn: async ({ signal }) =>
        body(await api.GET('/api/v1/data_dictionary/colors', { signal })).data,
      meta: { failure: 'Error retrieving table ddd' },
    }),
  /** The topics that everybody is shown. */
  topics: ({ search, page, pageSize }: CardsArgs) =>
    pageOptions(
      ['dictionary', 'list', 'publishedTopics', { search, page, pageSize }],
      'Error retrieving topics data',
      async (signal) =>
        body(
          await api.GET('/api/v1/data_dictionary/topics', {
            params: {
              query: { all: false, search: search || undefined, page, page_size: pageSize },
            },
            signal,
          }),
        ),
    ),
  topic: (id: number) =>
    recordOptions(['dictionary', 'detail', 'publishedTopic', id], async (signal) =>
      body(
        await api.GET('/api/v1/data_dictionary/topics/{id}', {
          params: { path: { id }, query: { all: false } },
          signal,
        }),
      ),
    ),
  /** The published tables under a topic. */
  topicTables: (topic: number, { page, pageSize }: Omit<CardsArgs, 'search'>) =>
    pageOptions(
      ['dictionary', 'list', 'publishedTopicTables', topic, { page, pageSize }],
      'Error retrieving table topic data',
      async (signal) =>
        body(
          await api.GET('/api/v1/data_dictionary/topic_tables', {
            params: { query: { all: false, topic, page, page_size: pageSize } },
            signal,
          }),
        ),
    ),
  variables: (args: VariablesArgs) =>
    queryOptions({
      queryKey: ['dictionary', 'list', 'variables', args],
      queryFn: async ({ signal }) =>
        foundRowsOf(
          body(
            await api.GET('/api/v1/data_dictionary/data_dictionary', {
              params: {
                query: {
                  data_source: args.dataSourceId,
                  tbl_name: args.tableName.slice(0, LONGEST_SEARCH) || undefined,
                  ...listQuery<'/api/v1/data_dictionary/data_dictionary'>(args),
                },
              },
              signal,
            }),
          ),
        ),
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving variable data' },
    }),
};

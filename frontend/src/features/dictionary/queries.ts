import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';

export interface VariablesArgs {
  dataSourceId?: number;
  /** The table's name starts with this (2 §2). */
  tableName: string;
  search: string;
  sort: string;
  page: number;
  pageSize: number;
}

export interface SourcesArgs {
  search: string;
  page: number;
  pageSize: number;
}

/** The published part of the dictionary: sources, tables and variables (2 §2, §7). */
export const dictionaryQueries = {
  sources: ({ search, page, pageSize }: SourcesArgs) =>
    queryOptions({
      queryKey: ['dictionary', 'list', 'sources', { search, page, pageSize }],
      queryFn: async ({ signal }) => {
        const { data, page: shown } = body(
          await api.GET('/api/v1/data_dictionary/data_sources', {
            params: { query: { search: search || undefined, page, page_size: pageSize } },
            signal,
          }),
        );
        return { sources: data, total: shown.total };
      },
      placeholderData: keepPreviousData,
    }),
  /** The first hundred published sources, for choosing one and for naming one. */
  allSources: () => dictionaryQueries.sources({ search: '', page: 1, pageSize: 100 }),
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
    }),
  variables: (args: VariablesArgs) =>
    queryOptions({
      queryKey: ['dictionary', 'list', 'variables', args],
      queryFn: async ({ signal }) => {
        const { data, page } = body(
          await api.GET('/api/v1/data_dictionary/data_dictionary', {
            params: {
              query: {
                data_source: args.dataSourceId,
                tbl_name: args.tableName || undefined,
                search: args.search || undefined,
                sort: args.sort || undefined,
                page: args.page,
                page_size: args.pageSize,
              },
            },
            signal,
          }),
        );
        return { variables: data, total: page.total };
      },
      placeholderData: keepPreviousData,
    }),
};

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { listQuery, rowsOf, type ListArgs } from '@/api/lists';

export interface Chosen {
  dataSourceId: number;
  /** Ids with commas between them; empty for all tables of the source. */
  tables: string;
}

type QualityArgs = Chosen & Omit<ListArgs, 'search'>;

/** How good the data of a source are, as the server assesses it. */
export const qualityQueries = {
  list: ({ dataSourceId, tables, sort, page, pageSize }: QualityArgs) =>
    queryOptions({
      queryKey: ['quality', 'list', { dataSourceId, tables, sort, page, pageSize }],
      queryFn: async ({ signal }) =>
        rowsOf(
          body(
            await api.GET('/api/v1/data_dictionary/data_quality', {
              params: {
                query: {
                  data_source: dataSourceId,
                  tables: tables || undefined,
                  ...listQuery<'/api/v1/data_dictionary/data_quality'>({
                    search: '',
                    sort,
                    page,
                    pageSize,
                  }),
                },
              },
              signal,
            }),
          ),
        ),
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving table ddd' },
    }),
  summary: ({ dataSourceId, tables }: Chosen) =>
    queryOptions({
      queryKey: ['quality', 'detail', 'summary', { dataSourceId, tables }],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_dictionary/data_quality/summary', {
            params: { query: { data_source: dataSourceId, tables: tables || undefined } },
            signal,
          }),
        ).data,
    }),
};

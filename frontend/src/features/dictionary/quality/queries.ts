import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';

export interface Chosen {
  dataSourceId: number;
  /** Ids with commas between them; empty for all tables of the source. */
  tables: string;
}

interface QualityArgs extends Chosen {
  sort: string;
  page: number;
  pageSize: number;
}

/** How good the data of a source are, as the server assesses it. */
export const qualityQueries = {
  list: ({ dataSourceId, tables, sort, page, pageSize }: QualityArgs) =>
    queryOptions({
      queryKey: ['quality', 'list', { dataSourceId, tables, sort, page, pageSize }],
      queryFn: async ({ signal }) => {
        const { data, page: shown } = body(
          await api.GET('/api/v1/data_dictionary/data_quality', {
            params: {
              query: {
                data_source: dataSourceId,
                tables: tables || undefined,
                sort: sort || undefined,
                page,
                page_size: pageSize,
              },
            },
            signal,
          }),
        );
        return { rows: data, total: shown.total };
      },
      placeholderData: keepPreviousData,
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

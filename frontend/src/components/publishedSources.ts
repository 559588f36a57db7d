import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';

/** The published data sources as those who choose one read them (2 §7). */
export const publishedSources = {
  /** Those whose name or description holds a text; the first by name. */
  found: (search: string) =>
    queryOptions({
      queryKey: ['dictionary', 'list', 'sourceOptions', { search }],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_dictionary/data_sources', {
            params: { query: { search: search || undefined, page: 1, page_size: 50 } },
            signal,
          }),
        ).data,
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving data source data' },
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: ['dictionary', 'detail', 'source', { id }],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_dictionary/data_sources/{id}', {
            params: { path: { id } },
            signal,
          }),
        ).data,
      meta: { failure: 'Error retrieving data source data' },
    }),
};

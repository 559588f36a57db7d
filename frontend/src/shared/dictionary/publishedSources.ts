import { keepPreviousData } from '@tanstack/react-query';
import { get } from '@/api/query';

const meta = { failure: 'Error retrieving data source data' };

/** Queries for the published data sources (2 §7). */
export const publishedSources = {
  /** The sources whose name or description contains the text, the first 50 by name. */
  found: (search: string) =>
    get(
      '/api/v1/data_dictionary/data_sources',
      { query: { search: search || undefined, page: 1, page_size: 50 } },
      { placeholderData: keepPreviousData, meta },
    ),
  one: (id: number) => get('/api/v1/data_dictionary/data_sources/{id}', { path: { id } }, { meta }),
};

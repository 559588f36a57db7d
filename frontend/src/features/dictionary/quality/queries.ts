import type { ListArgs } from '@/api/lists';
import { get, getPage } from '@/api/query';

export interface QualitySelection {
  dataSourceId: number;
  /** Comma-separated ids; empty for all tables of the source. */
  tables: string;
}

type QualityArgs = QualitySelection & Omit<ListArgs, 'search'>;

export const qualityQueries = {
  list: ({ dataSourceId, tables, ...args }: QualityArgs) =>
    getPage('/api/v1/data_dictionary/data_quality', args, 'Error retrieving table ddd', {
      data_source: dataSourceId,
      tables: tables || undefined,
    }),
  /** The tables of lowest quality over all sources. */
  worst: () => get('/api/v1/data_dictionary/data_quality/worst'),
  sources: (args: Omit<ListArgs, 'search'>) =>
    getPage('/api/v1/data_dictionary/data_quality/sources', args, 'Error retrieving table ddd'),
  summary: ({ dataSourceId, tables }: QualitySelection) =>
    get('/api/v1/data_dictionary/data_quality/summary', {
      query: { data_source: dataSourceId, tables: tables || undefined },
    }),
};

import { keepPreviousData } from '@tanstack/react-query';
import type { ChangeKind } from '@/api/models';
import { get, getPage } from '@/api/query';

export interface Comparison {
  newer: number;
  /** The older version. Without it, the server compares with the previous version. */
  older?: number;
  kind?: ChangeKind;
  page: number;
  pageSize: number;
}

export interface Revised {
  record: 'table' | 'variable';
  id: number;
}

export const revisionQueries = {
  comparison: ({ newer, older, kind, page, pageSize }: Comparison) =>
    get(
      '/api/v1/data_dictionary/version/{id}/compare',
      { path: { id: newer }, query: { with: older, kind, page, page_size: pageSize } },
      { placeholderData: keepPreviousData },
    ),
  /** Searches the versions of one data source, newest first, for a choice. */
  versionsOf: (dataSource: number, search: string) =>
    getPage('/api/v1/data_dictionary/version', { search, page: 1, pageSize: 50 }, undefined, {
      data_source: dataSource,
    }),
  history: ({ record, id }: Revised, page: number) => {
    const path =
      record === 'table'
        ? '/api/v1/data_dictionary/table_dd/{id}/revisions'
        : '/api/v1/data_dictionary/variables_dd/{id}/revisions';
    return get(path, { path: { id }, query: { page } }, { placeholderData: keepPreviousData });
  },
};

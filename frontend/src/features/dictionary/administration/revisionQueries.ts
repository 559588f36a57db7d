import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { listQuery, rowsOf } from '@/api/lists';
import type { ChangeKind } from '@/api/models';

export interface Comparison {
  newer: number;
  /** Without it, the version that was created before. */
  older?: number;
  kind?: ChangeKind;
  page: number;
  pageSize: number;
}

/** A table or variable, by its id. */
export interface Revised {
  record: 'table' | 'variable';
  id: number;
}

/** What a Super User reads of the dictionary in time. */
export const revisionQueries = {
  comparison: ({ newer, older, kind, page, pageSize }: Comparison) =>
    queryOptions({
      queryKey: ['dictionary', 'detail', 'comparison', { newer, older, kind, page, pageSize }],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_dictionary/version/{id}/compare', {
            params: {
              path: { id: newer },
              query: { with: older, kind, page, page_size: pageSize },
            },
            signal,
          }),
        ).data,
      placeholderData: keepPreviousData,
    }),
  /** The versions of one data source to choose from, the newest first. */
  versionsOf: (dataSource: number, search: string) =>
    queryOptions({
      queryKey: ['dictionary', 'list', 'versionsOf', dataSource, { search }],
      queryFn: async ({ signal }) =>
        rowsOf(
          body(
            await api.GET('/api/v1/data_dictionary/version', {
              params: {
                query: {
                  data_source: dataSource,
                  ...listQuery<'/api/v1/data_dictionary/version'>({
                    search,
                    sort: '',
                    page: 1,
                    pageSize: 50,
                  }),
                },
              },
              signal,
            }),
          ),
        ),
      placeholderData: keepPreviousData,
    }),
  history: ({ record, id }: Revised, page: number) =>
    queryOptions({
      queryKey: ['dictionary', 'detail', 'revisions', { record, id }, page],
      queryFn: async ({ signal }) => {
        const params = { path: { id }, query: { page } };
        const answered =
          record === 'table'
            ? await api.GET('/api/v1/data_dictionary/table_dd/{id}/revisions', { params, signal })
            : await api.GET('/api/v1/data_dictionary/variables_dd/{id}/revisions', {
                params,
                signal,
              });
        return body(answered).data;
      },
      placeholderData: keepPreviousData,
    }),
};

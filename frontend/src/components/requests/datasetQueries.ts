import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { listQuery, rowsOf, type ListArgs, type SortKey } from '@/api/lists';

/** By what the variables of a dataset can be sorted, and those that can be added to it. */
export const VARIABLE_SORTS: readonly (SortKey<'/api/v1/data_requests/dataset_variables'> &
  SortKey<'/api/v1/data_dictionary/data_dictionary'>)[] = [
  'var_name',
  'tbl_name',
  'data_type',
  'meaning',
];

interface VariablesArgs extends ListArgs {
  datasetId: number;
  /** Those only of which the data dictionary says something else by now. */
  movedOn?: boolean;
}

/** The datasets of a submitted request, and the variables in them (2 §7 "Datasets"). They are read again with the request. */
export const datasetQueries = {
  list: ({ requestId, ...args }: ListArgs & { requestId: number }) =>
    queryOptions({
      queryKey: ['requests', 'detail', { requestId }, 'datasets', args],
      queryFn: async ({ signal }) =>
        rowsOf(
          body(
            await api.GET('/api/v1/data_requests/requested_datasets', {
              params: {
                query: {
                  request_id: requestId,
                  ...listQuery<'/api/v1/data_requests/requested_datasets'>(args),
                },
              },
              signal,
            }),
          ),
        ),
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving data request' },
    }),
  variables: ({ datasetId, movedOn, ...args }: VariablesArgs) =>
    queryOptions({
      queryKey: ['requests', 'detail', { datasetId }, 'variables', { movedOn, ...args }],
      queryFn: async ({ signal }) =>
        rowsOf(
          body(
            await api.GET('/api/v1/data_requests/dataset_variables', {
              params: {
                query: {
                  rdataset_id: datasetId,
                  moved_on: movedOn || undefined,
                  ...listQuery<'/api/v1/data_requests/dataset_variables'>(args),
                },
              },
              signal,
            }),
          ),
        ),
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving variable data' },
    }),
  /** The published variables of a source, from which a dataset is filled. */
  offered: ({ dataSourceId, ...args }: ListArgs & { dataSourceId: number }) =>
    queryOptions({
      queryKey: ['dictionary', 'list', 'variables', 'offered', { dataSourceId, ...args }],
      queryFn: async ({ signal }) =>
        rowsOf(
          body(
            await api.GET('/api/v1/data_dictionary/data_dictionary', {
              params: {
                query: {
                  data_source: dataSourceId,
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

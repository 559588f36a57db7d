import type { ListArgs, SortKey } from '@/api/lists';
import { getPage } from '@/api/query';

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
    getPage('/api/v1/data_requests/requested_datasets', args, 'Error retrieving data request', {
      request_id: requestId,
    }),
  variables: ({ datasetId, movedOn, ...args }: VariablesArgs) =>
    getPage('/api/v1/data_requests/dataset_variables', args, 'Error retrieving variable data', {
      rdataset_id: datasetId,
      moved_on: movedOn || undefined,
    }),
  /** The published variables of a source, from which a dataset is filled. */
  offered: ({ dataSourceId, ...args }: ListArgs & { dataSourceId: number }) =>
    getPage('/api/v1/data_dictionary/data_dictionary', args, 'Error retrieving variable data', {
      data_source: dataSourceId,
    }),
};

import type { ListArgs, SortKey } from '@/api/lists';
import { getPage } from '@/api/query';

/**
 * Sort fields of a dataset's variables, which are also those of the variables that can be added.
 */
export const VARIABLE_SORTS: readonly (SortKey<'/api/v1/data_requests/dataset_variables'> &
  SortKey<'/api/v1/data_dictionary/data_dictionary'>)[] = [
  'var_name',
  'tbl_name',
  'data_type',
  'meaning',
];

interface VariablesArgs extends ListArgs {
  datasetId: number;
  /** True to return only variables that have changed in the data dictionary since the request. */
  changedOnly?: boolean;
}

/**
 * Queries for the datasets of a submitted request and their variables (2 §7 "Datasets"). They are
 * invalidated together with the request.
 */
export const datasetQueries = {
  list: ({ requestId, ...args }: ListArgs & { requestId: number }) =>
    getPage('/api/v1/data_requests/requested_datasets', args, 'Error retrieving data request', {
      request_id: requestId,
    }),
  variables: ({ datasetId, changedOnly, ...args }: VariablesArgs) =>
    getPage('/api/v1/data_requests/dataset_variables', args, 'Error retrieving variable data', {
      rdataset_id: datasetId,
      moved_on: changedOnly || undefined,
    }),
  /** The published variables of a source, which can be added to a dataset. */
  offered: ({ dataSourceId, ...args }: ListArgs & { dataSourceId: number }) =>
    getPage('/api/v1/data_dictionary/data_dictionary', args, 'Error retrieving variable data', {
      data_source: dataSourceId,
    }),
};

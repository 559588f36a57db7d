import type { DataRequest } from '@/api/models';

/** Returns the number of requested variables in all datasets of a request. */
export const variablesCount = ({ requested_datasets }: DataRequest): number =>
  requested_datasets.reduce((sum, { variables_count }) => sum + variables_count, 0);

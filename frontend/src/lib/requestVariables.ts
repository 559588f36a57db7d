import type { DataRequest } from '@/api/models';

/** How many variables a request asks for, in all of its datasets. */
export const variablesCount = ({ requested_datasets }: DataRequest): number =>
  requested_datasets.reduce((sum, { variables_count }) => sum + variables_count, 0);

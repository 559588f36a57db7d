import type { DataRequest } from '@/api/models';

export const variablesCount = ({ requested_datasets }: DataRequest): number =>
  requested_datasets.reduce((sum, { variables_count }) => sum + variables_count, 0);

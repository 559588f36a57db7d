import { useQueries } from '@tanstack/react-query';
import type { DataRequest } from '@/api/models';
import { firstPage } from '@/ui/table/usePages';
import { datasetQueries } from '@/shared/requests/datasetQueries';

/**
 * Prefetches the first variables of the closed section's table, because printing opens all
 * sections.
 */
export function usePrefetchVariables({ requested_datasets }: DataRequest): void {
  const datasets = requested_datasets.filter(({ variables_count }) => variables_count > 0);
  useQueries({
    queries: datasets.flatMap(({ rdataset_id: datasetId }) => {
      const all = { datasetId, search: '', sort: '' };
      return [
        datasetQueries.variables({ ...all, changedOnly: false, ...firstPage }),
        datasetQueries.variables({ ...all, changedOnly: true, page: 1, pageSize: 1 }),
      ];
    }),
  });
}

import { useQuery } from '@tanstack/react-query';
import { isNotFound } from '@/api/errors';
import { useSession } from '@/api/session';
import { datasetQueries } from '@/shared/requests/datasetQueries';
import { requestQueries } from '@/shared/requests/queries';
import { useRequestId } from '../detail/rememberedRequest';

/** All datasets of a request; their maximum number fits on one page. */
const ALL = { search: '', sort: 'rdataset_id', page: 1, pageSize: 100 };

/** Returns the request of the address with all its datasets. */
export function useDatasets() {
  const requestId = useRequestId();
  const orgRoleId = useSession()?.role?.org_role_id;
  const hasId = requestId !== undefined;
  const id = requestId ?? 0;
  const request = useQuery({ ...requestQueries.detail(id, orgRoleId), enabled: hasId });
  const datasets = useQuery({
    ...datasetQueries.list({ requestId: id, ...ALL }),
    enabled: hasId,
  });
  const error = request.error ?? datasets.error;
  const missing = !hasId || isNotFound(error);
  return {
    requestId,
    request: missing ? undefined : request.data,
    datasets: missing ? undefined : datasets.data?.rows,
    missing,
    /** The error, if it left nothing to show. */
    failure: missing || (request.data && datasets.data) ? null : error,
    retry: () => {
      void request.refetch();
      void datasets.refetch();
    },
    /** True while the request is read again: the page may be older than the last save. */
    busy: request.isFetching,
  };
}

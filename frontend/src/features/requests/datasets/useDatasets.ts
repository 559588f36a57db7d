import { useQuery } from '@tanstack/react-query';
import { isNotFound } from '@/api/errors';
import { useSession } from '@/api/session';
import { datasetQueries } from '@/components/requests/datasetQueries';
import { requestQueries } from '@/components/requests/queries';
import { useRequestId } from '../detail/rememberedRequest';

/** A request has at most so many datasets that one page holds them. */
const ALL = { search: '', sort: 'rdataset_id', page: 1, pageSize: 100 };

/** The request of the address with all of its datasets. */
export function useDatasets() {
  const requestId = useRequestId();
  const orgRoleId = useSession()?.role?.org_role_id;
  const known = requestId !== undefined;
  const id = requestId ?? 0;
  const request = useQuery({ ...requestQueries.detail(id, orgRoleId), enabled: known });
  const datasets = useQuery({
    ...datasetQueries.list({ requestId: id, ...ALL }),
    enabled: known,
  });
  const error = request.error ?? datasets.error;
  const missing = !known || isNotFound(error);
  return {
    requestId,
    request: missing ? undefined : request.data,
    datasets: missing ? undefined : datasets.data?.rows,
    missing,
    /** Why there is nothing to show yet. */
    failure: missing || (request.data && datasets.data) ? null : error,
    retry: () => {
      void request.refetch();
      void datasets.refetch();
    },
    /** What is shown may be older than what was saved last. */
    busy: request.isFetching,
  };
}

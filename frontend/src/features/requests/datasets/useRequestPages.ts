import { useRole } from '@/api/session';
import { paths } from '@/app/paths';

/**
 * Returns the pages of the list of requests and of one request: a requester's own, or a Super
 * User's.
 */
export function useRequestPages() {
  return useRole() === 'Super User'
    ? { list: paths.superUserHome, nameOfList: 'Data Requests', detail: paths.dataRequest }
    : {
        list: paths.requesterMyRequests,
        nameOfList: 'My Data Requests',
        detail: paths.requesterSingleRequest,
      };
}

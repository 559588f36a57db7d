import { useRole } from '@/api/session';
import { paths } from '@/app/paths';

/** Where the role in use has its list of requests, and the page of one: its own requester's, or that of a Super User. */
export function useRequestPages() {
  return useRole() === 'Super User'
    ? { list: paths.superUserHome, nameOfList: 'Data Requests', detail: paths.dataRequest }
    : {
        list: paths.requesterMyRequests,
        nameOfList: 'My Data Requests',
        detail: paths.requesterSingleRequest,
      };
}

import { useInfiniteQuery } from '@tanstack/react-query';
import type { DataRequest } from '@/api/models';
import { requestQueries } from '@/shared/requests/queries';
import { EntryList } from './EntryList';

/** The audit log of a request, for everyone who may read the request (decisions P6). */
export function RequestAuditEntries({ request }: { request: DataRequest }) {
  const query = useInfiniteQuery(requestQueries.auditEntries(request.request_id));
  return (
    <EntryList
      label="What was done"
      query={query}
      empty="Nothing is recorded for this request yet."
      stages={request.request_states}
    />
  );
}

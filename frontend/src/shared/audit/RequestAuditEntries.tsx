import { useInfiniteQuery } from '@tanstack/react-query';
import { requestQueries } from '@/shared/requests/queries';
import { EntryList } from './EntryList';

/** The audit log of a request, for everyone who may read the request (decisions P6). */
export function RequestAuditEntries({ requestId }: { requestId: number }) {
  const query = useInfiniteQuery(requestQueries.auditEntries(requestId));
  return (
    <EntryList
      label="What was done"
      query={query}
      empty="Nothing is recorded for this request yet."
      ofOneRequest
    />
  );
}

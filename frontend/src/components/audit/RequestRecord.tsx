import { useInfiniteQuery } from '@tanstack/react-query';
import { requestQueries } from '@/components/requests/queries';
import { EntryList } from './EntryList';

/** What was done about a request, by whom and when, for everybody who may read it (design P6). */
export function RequestRecord({ requestId }: { requestId: number }) {
  const query = useInfiniteQuery(requestQueries.record(requestId));
  return (
    <EntryList
      label="What was done"
      query={query}
      empty="Nothing is recorded of this request yet."
      ofOneRequest
    />
  );
}

import { useSearchParams } from 'react-router';
import { recordId } from '@/lib/recordId';

/** Returns the id of the request in the address; undefined if there is no valid one. */
export function useRequestId(): number | undefined {
  const [params] = useSearchParams();
  return recordId(params.get('request_id'));
}

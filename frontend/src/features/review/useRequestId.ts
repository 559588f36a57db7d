import { useSearchParams } from 'react-router';
import { recordId } from '@/lib/recordId';

/** The request of the address; undefined when there is none, or no whole number. */
export function useRequestId(): number | undefined {
  const [params] = useSearchParams();
  return recordId(params.get('request_id'));
}

import { useSearchParams } from 'react-router';

/** The request of the address; undefined when there is none, or no whole number. */
export function useRequestId(): number | undefined {
  const [params] = useSearchParams();
  const id = Number(params.get('request_id'));
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

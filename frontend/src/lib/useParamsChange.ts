import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

export type ChangeParams = (
  change: (params: URLSearchParams) => void,
  options?: { replace?: boolean },
) => void;

/**
 * The parameters of the address, and what changes them. Changes build on one another: the router draws the page some time after a
 * change, and what changes the address meanwhile must not take it back.
 */
export function useParamsChange(): [URLSearchParams, ChangeParams] {
  const [params, setParams] = useSearchParams();
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const change: ChangeParams = (edit, options) => {
    const next = new URLSearchParams(latest.current);
    edit(next);
    latest.current = next;
    setParams(next, options);
  };
  return [params, change];
}

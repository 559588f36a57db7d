import { useCallback, useEffect, useRef } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router';

export type ChangeParams = (
  /** Alters the parameters that it is given, or returns others. */
  change: (params: URLSearchParams) => URLSearchParams | undefined | void,
  options?: NavigateOptions,
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
  const change = useCallback<ChangeParams>(
    (edit, options) => {
      const copy = new URLSearchParams(latest.current);
      const next = edit(copy) ?? copy;
      latest.current = next;
      setParams(next, options);
    },
    [setParams],
  );
  return [params, change];
}

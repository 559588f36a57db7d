import { useCallback, useEffect, useRef } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router';

export type ChangeParams = (
  /** Changes the given parameters in place, or returns new ones. */
  change: (params: URLSearchParams) => URLSearchParams | undefined | void,
  options?: NavigateOptions,
) => void;

/**
 * Returns the parameters of the address and a function that changes them. Each change builds on the
 * previous one, even if the router has not rendered that yet, so that quick changes do not undo
 * each other.
 */
export function useParamsChange(): [URLSearchParams, ChangeParams] {
  const [params, setParams] = useSearchParams();
  const latest = useRef(params);
  /** The changes that the router has not rendered yet, the oldest first. */
  const pending = useRef<string[]>([]);
  useEffect(() => {
    const rendered = pending.current.indexOf(params.toString());
    // An address that no change led to comes from elsewhere, such as a link or Back.
    pending.current = rendered < 0 ? [] : pending.current.slice(rendered + 1);
    if (pending.current.length === 0) latest.current = params;
  }, [params]);
  const change = useCallback<ChangeParams>(
    (edit, options) => {
      const copy = new URLSearchParams(latest.current);
      const next = edit(copy) ?? copy;
      latest.current = next;
      pending.current.push(next.toString());
      setParams(next, options);
    },
    [setParams],
  );
  return [params, change];
}

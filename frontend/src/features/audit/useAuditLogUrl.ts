import dayjs from 'dayjs';
import { useCallback, useEffect, useMemo } from 'react';
import { useParamsChange } from '@/lib/useParamsChange';
import { EVERYTHING, type ActFilters, type ActCursor } from './queries';

const names = ['person', 'kind', 'request_id', 'from', 'until'] as const;
const places = ['before', 'after'] as const;

export interface AuditLogUrl {
  filters: ActFilters;
  place: ActCursor;
  /** Changes the filters and shows the newest entries. Replaces the history entry. */
  change: (filters: Partial<ActFilters>) => void;
  /** Shows another page of entries. Adds a history entry. */
  turn: (place: ActCursor) => void;
  /** Returns the address with other filters, for links. */
  linkTo: (filters: Partial<ActFilters>) => string;
}

const isId = (text: string) => /^[1-9]\d{0,14}$/.test(text);
const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && dayjs(text).format('YYYY-MM-DD') === text;

/**
 * Removes invalid filters and positions from the address. Returns the same object if all are valid.
 */
function corrected(params: URLSearchParams, kinds: readonly string[] | undefined) {
  const right = {
    person: isId,
    request_id: isId,
    before: isId,
    after: isId,
    from: isDay,
    until: isDay,
    // The kinds are loaded later.
    kind: (text: string) =>
      text === EVERYTHING || (text !== '' && (!kinds || kinds.includes(text))),
  };
  const wrong = Object.entries(right).flatMap(([name, isRight]) => {
    const value = params.get(name);
    return value === null || isRight(value) ? [] : [name];
  });
  if (wrong.length === 0) return params;
  const next = new URLSearchParams(params);
  for (const name of wrong) next.delete(name);
  return next;
}

function set(params: URLSearchParams, filters: Partial<ActFilters>) {
  for (const name of places) params.delete(name);
  for (const [name, value] of Object.entries(filters)) {
    if (value) params.set(name, value);
    else params.delete(name);
  }
}

/**
 * Keeps filters and position of the audit log in the address, so that Back, a reload and links
 * work.
 */
export function useAuditLogUrl(kinds: readonly string[] | undefined): AuditLogUrl {
  const [params, changeParams] = useParamsChange();
  const validParams = useMemo(() => corrected(params, kinds), [params, kinds]);
  useEffect(() => {
    if (validParams === params) return;
    const options = { replace: true, preventScrollReset: true };
    changeParams((given) => corrected(given, kinds), options);
  }, [validParams, params, kinds, changeParams]);
  const change = useCallback(
    (filters: Partial<ActFilters>) =>
      changeParams((next) => set(next, filters), { replace: true, preventScrollReset: true }),
    [changeParams],
  );
  const turn = useCallback(
    (place: ActCursor) =>
      changeParams(
        (next) => {
          set(next, {});
          for (const name of places) if (place[name]) next.set(name, String(place[name]));
        },
        { preventScrollReset: true },
      ),
    [changeParams],
  );
  return useMemo(() => {
    const before = Number(validParams.get('before')) || undefined;
    const after = Number(validParams.get('after')) || undefined;
    return {
      filters: Object.fromEntries(
        names.map((name) => [name, validParams.get(name) ?? '']),
      ) as unknown as ActFilters,
      place: before ? { before } : after ? { after } : {},
      change,
      turn,
      linkTo: (filters) => {
        const next = new URLSearchParams(validParams);
        set(next, filters);
        return `?${next.toString()}`;
      },
    };
  }, [validParams, change, turn]);
}

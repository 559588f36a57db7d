import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '@/api/session';

/** The number of rows that each list showed last, by address, tab and role. */
const shown = new Map<string, number>();

/**
 * Remembers how many rows the list at this address shows, and returns the last number, for its
 * placeholder. Undefined `rows` are not remembered.
 */
export function useLastCount(rows: number | undefined): number | undefined {
  const { pathname, search } = useLocation();
  const role = useSession()?.role?.org_role_id ?? '';
  const list = `${pathname} ${new URLSearchParams(search).get('tab') ?? ''} ${role}`;
  useEffect(() => {
    if (rows !== undefined) shown.set(list, rows);
  }, [list, rows]);
  return shown.get(list);
}

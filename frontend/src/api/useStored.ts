import { useQuery, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './errors';

/** A record that several people edit: a save names the version that was read. */
export interface Versioned {
  row_version: number;
}

/** Whether a save was refused because somebody else has saved the record since it was read. */
export const isStale = (error: Error | null): boolean =>
  error instanceof ApiError && 'row_version' in error.errors;

export interface Stored<T> {
  /** The version that the next save names; none for a new record. */
  rowVersion?: number;
  /** The last save was refused as stale, for this reason. */
  refusal?: string;
  /** What is stored now, as soon as it is read after such a refusal. */
  now?: T;
}

/**
 * The version that a dialog's save names. After a save that was refused as stale the record is read anew: it is shown
 * beside what was typed (`StaleNotice`), and the next save names its version.
 */
export function useStored<T extends Versioned>(
  read: T | undefined,
  query: { queryKey: QueryKey; queryFn: (context: { signal: AbortSignal }) => Promise<T> },
  error: Error | null,
): Stored<T> {
  const stale = isStale(error);
  const { data } = useQuery({
    queryKey: [...query.queryKey, 'stored'],
    queryFn: query.queryFn,
    enabled: stale,
    staleTime: 0,
    gcTime: 0,
  });
  return {
    rowVersion: (data ?? read)?.row_version,
    refusal: stale && error ? error.message : undefined,
    now: stale ? data : undefined,
  };
}

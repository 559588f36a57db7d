import { skipToken, useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, hasReason } from './errors';

/** A record that several people edit. A save names the version on which it is based. */
export interface Versioned {
  row_version: number;
}

/**
 * True if a save was refused because another person has saved the record since it was read. Without
 * the field `row_version`, `row_changed` concerns another record to which this one refers, so reading
 * this one again would show no difference.
 */
export const isStale = (error: Error | null): boolean =>
  error instanceof ApiError && hasReason(error, 'row_changed') && 'row_version' in error.errors;

export interface Stored<T> {
  /** The version on which the next save is based; undefined for a new record. */
  rowVersion?: number;
  /** The reason, if the last save was refused as stale. */
  refusal?: string;
  /** The saved version, once it is read after such a refusal. */
  latestRecord?: T;
}

/**
 * Returns the version on which a save is based. After a save that was refused as stale, the record
 * is read again. It is shown beside the form (`ConflictNotice`), and the next save is based on it.
 * A version that a background refetch brings does not count until it is shown.
 */
export function useStored<T extends Versioned, Key extends QueryKey>(
  read: T | undefined,
  query: UseQueryOptions<T, Error, T, Key> | undefined,
  error: Error | null,
): Stored<T> {
  const stale = query !== undefined && isStale(error);
  const [opened] = useState(read);
  const [seen, setSeen] = useState<T>();
  const { data, isFetching } = useQuery({
    ...(query ?? { queryKey: ['no record'] as unknown as Key, queryFn: skipToken }),
    enabled: stale,
    staleTime: 0,
  });
  const latestRecord = stale && !isFetching ? data : undefined;
  if (latestRecord && latestRecord !== seen) setSeen(latestRecord);
  return {
    rowVersion: (seen ?? opened)?.row_version,
    refusal: stale && error ? error.message : undefined,
    latestRecord,
  };
}

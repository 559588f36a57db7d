import { skipToken, useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, hasReason } from './errors';

/** A record that several people edit: a save names the version that was read. */
export interface Versioned {
  row_version: number;
}

/**
 * Whether a save was refused because somebody else has saved the record since it was read. Without the field, `row_changed` is about
 * something else, such as a row that the record refers to: to read the record again shows no difference then.
 */
export const isStale = (error: Error | null): boolean =>
  error instanceof ApiError && hasReason(error, 'row_changed') && 'row_version' in error.errors;

export interface Stored<T> {
  /** The version that the next save names; none for a new record. */
  rowVersion?: number;
  /** The last save was refused as stale, for this reason. */
  refusal?: string;
  /** What is stored now, as soon as it is read after such a refusal. */
  now?: T;
}

/**
 * The version that a save names. After a save that was refused as stale the record is read again: it is compared with the form
 * (`ConflictNotice`), and the next save names its version. A version that was read behind the form does not count before it is shown.
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
  const now = stale && !isFetching ? data : undefined;
  if (now && now !== seen) setSeen(now);
  return {
    rowVersion: (seen ?? opened)?.row_version,
    refusal: stale && error ? error.message : undefined,
    now,
  };
}

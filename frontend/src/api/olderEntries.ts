import type { ActEntries } from './models';

/** Options of an infinite query that continues from the oldest entry of a page of the audit log. */
export const olderEntries = {
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ entries, has_older }: ActEntries) =>
    has_older ? entries.at(-1)?.entry_id : undefined,
};

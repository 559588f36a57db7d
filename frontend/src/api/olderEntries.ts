import type { ActEntries } from './models';

/** How a part of the record is read on: from its oldest entry, as long as there are older ones. */
export const olderEntries = {
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ entries, has_older }: ActEntries) =>
    has_older ? entries.at(-1)?.entry_id : undefined,
};

import { count } from '@/lib/numbers';
import { areEqual } from './bytes';
import type { Signed } from './note';
import { rootOf, type ReadTile } from './tiles';

/**
 * Checks of checkpoints that a retired key signed. Its secret should have been destroyed at its
 * retirement, but a copy from before can still sign anything.
 */

/** The retirement of a key, as the log reports it. */
export interface Retirement {
  at: string;
  /** The number of entries in the last checkpoint that the key signed for the log. */
  size: number;
}

/** A key that the user trusts. */
export interface TrustedKey {
  key: string;
  /** Undefined if the key is in use, or its retirement is unknown. */
  retired?: Retirement | undefined;
}

/** A checkpoint that only former keys signed. */
export interface FormerKeyResult {
  retired: Retirement;
  /** True if it could be compared with the current log. */
  isCompared: boolean;
}

/**
 * Returns the latest retirement among the keys that signed; undefined if one of them is not
 * retired.
 */
export function latestRetirement(
  { by }: Signed,
  keys: readonly TrustedKey[],
): Retirement | undefined {
  const ends = by.map(({ text }) => keys.find(({ key }) => key === text)?.retired);
  if (!ends.every((end) => end !== undefined)) return undefined;
  return ends.reduce((last, end) => (end.size > last.size ? end : last));
}

/** Returns the reason why a key cannot have signed a tree of this size for the log. */
export function sizeContradiction(
  { size }: Signed,
  { size: last }: Retirement,
): string | undefined {
  if (size <= BigInt(last)) return undefined;
  const had = count(last, 'entry', 'entries');
  return `it is signed by a key that was retired when the log had ${had}; this file claims ${size.toLocaleString()}`;
}

/**
 * Returns true if the current log begins with the signed tree; undefined if that cannot be
 * determined.
 */
export async function isPrefixOfLog(
  subtle: SubtleCrypto,
  { size, root }: Signed,
  read: ReadTile,
): Promise<boolean | undefined> {
  const today = await rootOf(subtle, size, read);
  return today && areEqual(today, root);
}

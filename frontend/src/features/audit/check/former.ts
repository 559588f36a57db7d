import { count } from '@/lib/numbers';
import { areEqual } from './bytes';
import type { Signed } from './note';
import { rootOf, type ReadTile } from './tiles';

/** What a key proves that another one has followed. Its secret was to be gone; whoever has copied it before signs what they like. */

/** How a key ended, as the log tells it. */
export interface Retirement {
  at: string;
  /** The entries of the last checkpoint that it has signed for the log. */
  size: number;
}

/** A key that the asker trusts. */
export interface TrustedKey {
  key: string;
  /** Nothing where it signs now, or nobody has said. */
  retired?: Retirement | undefined;
}

/** A checkpoint that no key has signed but former ones. */
export interface Former {
  retired: Retirement;
  /** Whether it could be compared with the log of today. */
  isCompared: boolean;
}

/** How the last of the keys ended that signed; nothing where one of them did not. */
export function retirementOf({ by }: Signed, keys: readonly TrustedKey[]): Retirement | undefined {
  const ends = by.map(({ text }) => keys.find(({ key }) => key === text)?.retired);
  if (!ends.every((end) => end !== undefined)) return undefined;
  return ends.reduce((last, end) => (end.size > last.size ? end : last));
}

/** Why a key cannot have signed a tree that large for the log. */
export function beyond({ size }: Signed, { size: last }: Retirement): string | undefined {
  if (size <= BigInt(last)) return undefined;
  const had = count(last, 'entry', 'entries');
  return `it is signed by a key that was retired when the log had ${had}; this file claims ${size.toLocaleString()}`;
}

/** Whether the log of today begins with the tree that was signed; nothing where that cannot be told. */
export async function isBeginning(
  subtle: SubtleCrypto,
  { size, root }: Signed,
  read: ReadTile,
): Promise<boolean | undefined> {
  const today = await rootOf(subtle, size, read);
  return today && areEqual(today, root);
}

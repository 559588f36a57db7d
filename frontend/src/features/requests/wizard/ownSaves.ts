import { sessionStore } from '@/lib/externalStore';
import { isListOf, isText } from '@/lib/shape';

/** The number of unanswered saves that are remembered. */
const MAX_SAVES = 20;
const none: readonly string[] = [];
const store = sessionStore<readonly string[]>('aditus.sentSaves', none, isListOf(isText));

/** Returns a 53-bit digest of a text (cyrb53), so that the texts themselves are not stored. */
function digest(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}

const mark = (draftId: number, version: number, text: string) =>
  `${draftId} ${version} ${digest(text)}`;

/**
 * The saves of this tab that the server has not answered. After a reload or a lost response, the
 * server may nevertheless have accepted one. Its version is then not a change from another tab or
 * device.
 */
export const ownSaves = {
  /** Notes that the content is sent as the version after `version`. */
  begin: (draftId: number, version: number, text: string): void =>
    store.set([...store.get(), mark(draftId, version, text)].slice(-MAX_SAVES)),
  answered: (): void => {
    if (store.get().length > 0) store.set(none);
  },
  /** True if this tab sent the found content as the version after `version`. */
  made: (draftId: number, version: number, found: { version: number; text: string }): boolean =>
    found.version === version + 1 && store.get().includes(mark(draftId, version, found.text)),
};

/** A part of a text: either an address that can be followed, or plain text. */
export interface Piece {
  text: string;
  isAddress: boolean;
}

/** Ends at characters that change the reading direction, because they could disguise an address. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"\u200e\u200f\u202a-\u202e\u2066-\u2069]+/giu;
const ENDS_A_SENTENCE = /[.,;:!?'’”»…*_~]$/u;
const brackets = { ')': '(', ']': '[', '}': '{' } as const;

const isClosing = (mark: string): mark is keyof typeof brackets => mark in brackets;
const occurrences = (text: string, mark: string) => text.split(mark).length - 1;

/**
 * Removes punctuation that belongs to the sentence around the address: a full stop, or a closing
 * bracket that was opened before the address.
 */
function withoutSentence(found: string): string {
  // Brackets are counted only once, because a text may end with thousands of them.
  const unopened = new Map<string, number>();
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1);
    if (isClosing(last)) {
      const left =
        unopened.get(last) ?? occurrences(found, last) - occurrences(found, brackets[last]);
      if (left <= 0) break;
      unopened.set(last, left - 1);
    } else if (!ENDS_A_SENTENCE.test(last)) break;
  }
  return found.slice(0, end);
}

/** Splits a text at the http and https addresses in it. Nothing else in it is interpreted. */
export function atAddresses(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutSentence(found);
    if (!URL.canParse(address)) continue;
    if (index > end) pieces.push({ text: text.slice(end, index), isAddress: false });
    pieces.push({ text: address, isAddress: true });
    end = index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isAddress: false });
  return pieces;
}

/** A piece of a text: an address that can be followed, or words. */
export interface Piece {
  text: string;
  isAddress: boolean;
}

/** Marks that turn the direction of what is read would show an address as another one than it is. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"\u200e\u200f\u202a-\u202e\u2066-\u2069]+/giu;
const ENDS_A_SENTENCE = /[.,;:!?'’”»…*_~]$/u;
const brackets = { ')': '(', ']': '[', '}': '{' } as const;

const isClosing = (mark: string): mark is keyof typeof brackets => mark in brackets;
const number = (text: string, mark: string) => text.split(mark).length - 1;

/** The address without marks at its end that belong to the sentence around it: a full stop, or a bracket that opened before it. */
function withoutSentence(found: string): string {
  // Counted once: a text may end with thousands of brackets.
  const unopened = new Map<string, number>();
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1);
    if (isClosing(last)) {
      const left = unopened.get(last) ?? number(found, last) - number(found, brackets[last]);
      if (left <= 0) break;
      unopened.set(last, left - 1);
    } else if (!ENDS_A_SENTENCE.test(last)) break;
  }
  return found.slice(0, end);
}

/** A text cut at the http and https addresses in it; nothing else of it is interpreted. */
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

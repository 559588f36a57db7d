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

/** Whether the last mark belongs to the sentence around the address: a full stop, or a bracket that opened before it. */
function endsOutside(address: string): boolean {
  const last = address.at(-1) ?? '';
  if (isClosing(last)) return number(address, last) > number(address, brackets[last]);
  return ENDS_A_SENTENCE.test(address);
}

/** A text cut at the http and https addresses in it; nothing else of it is interpreted. */
export function atAddresses(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    let address = found;
    while (endsOutside(address)) address = address.slice(0, -1);
    if (!URL.canParse(address)) continue;
    if (index > end) pieces.push({ text: text.slice(end, index), isAddress: false });
    pieces.push({ text: address, isAddress: true });
    end = index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isAddress: false });
  return pieces;
}

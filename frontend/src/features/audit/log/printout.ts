import type { Answer } from '../check/check';

/** What a letter or another printout names, in the address to which its QR code leads. */
export interface Printout {
  /** The place of the entry in the log. */
  index: number | undefined;
  /** The number of the entry in the record. */
  entry: number | undefined;
  /** The Data Request that it is about. */
  request: number | undefined;
}

/** A number as addresses have it; undefined for whatever else somebody wrote there. */
function numberIn(params: URLSearchParams, name: string): number | undefined {
  const text = params.get(name) ?? '';
  const number = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(number) ? number : undefined;
}

/** What the address names; undefined where it names nothing. */
export function printoutOf(params: URLSearchParams): Printout | undefined {
  const printout = {
    index: numberIn(params, 'index'),
    entry: numberIn(params, 'entry'),
    request: numberIn(params, 'request'),
  };
  return Object.values(printout).some((part) => part !== undefined) ? printout : undefined;
}

/** "entry 52 in the log": the number that papers and screens show; "index 4 in the log" where the address names no entry. */
export function nameOf({ index, entry, request }: Printout): string {
  if (entry !== undefined) return `entry ${entry} in the log`;
  return index === undefined ? `Data Request ${request}` : `index ${index} in the log`;
}

/** In what a file that was checked is of something else than the printout; undefined where nothing contradicts it. */
export function otherThan(
  { index, request }: Printout,
  { index: place, facts }: Answer,
): string | undefined {
  if (index !== undefined && place !== undefined && place !== BigInt(index)) {
    return `The printout names index ${index} in the log, and this file proves index ${place}.`;
  }
  if (request !== undefined && facts && facts.request !== request) {
    return facts.request === undefined
      ? `The printout names Data Request ${request}, and this file is about none.`
      : `The printout names Data Request ${request}, and this file is about Data Request ${facts.request}.`;
  }
  return undefined;
}

import type { Answer } from '../check/check';

/** The parameters in the address of a QR code on a letter or another printout. */
export interface Printout {
  /** The index of the entry in the log. */
  index: number | undefined;
  /** The number of the entry in the audit log. */
  entry: number | undefined;
  /** The Data Request of the entry. */
  request: number | undefined;
}

/** Parses a number in the address; undefined for any other text. */
function numberIn(params: URLSearchParams, name: string): number | undefined {
  const text = params.get(name) ?? '';
  const number = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(number) ? number : undefined;
}

/** Parses the parameters; undefined if there are none. */
export function parsePrintout(params: URLSearchParams): Printout | undefined {
  const printout = {
    index: numberIn(params, 'index'),
    entry: numberIn(params, 'entry'),
    request: numberIn(params, 'request'),
  };
  return Object.values(printout).some((part) => part !== undefined) ? printout : undefined;
}

/**
 * Returns a name such as "entry 52 in the log", the number that papers and screens show, or "index
 * 4 in the log" if the address has no entry number.
 */
export function printoutName({ index, entry, request }: Printout): string {
  if (entry !== undefined) return `entry ${entry} in the log`;
  return index === undefined ? `Data Request ${request}` : `index ${index} in the log`;
}

/**
 * Describes the contradiction between a checked file and the printout; undefined if there is none.
 */
export function contradiction(
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

import { withoutMarks, withPlainDigits } from './typed';

/** Digits of a one-time code (1 §9). */
export const CODE_LENGTH = 6;

const together = /\d+/g;
const inGroups = /\d(?:[\s\-‐‑‒–—−.·]?\d)*/g;

/** The first six digits that stand by themselves, or the first behind a colon. */
function firstOf(text: string, runs: RegExp): string | undefined {
  let first: string | undefined;
  for (const run of text.matchAll(runs)) {
    const digits = run[0].replace(/\D/g, '');
    const before = text.slice(0, run.index);
    const behind = text.slice(run.index + run[0].length);
    const isPart = /[\p{Alphabetic}\p{N}]$/u.test(before) || /^[\p{Alphabetic}\p{N}]/u.test(behind);
    if (digits.length !== CODE_LENGTH || isPart) continue;
    if (/[:：]\s*$/.test(before)) return digits;
    first ??= digits;
  }
  return first;
}

/**
 * The code in a text, in digits of any script, in groups or not, or in the sentence of the mail around it. The number of a request, in
 * which letters stand before the digits, is none. The server reads the same (`testing/codeTexts.json`).
 */
export function codeIn(text: string): string | undefined {
  const shown = withoutMarks(withPlainDigits(text));
  return firstOf(shown, together) ?? firstOf(shown, inGroups);
}

/** What a field for a code holds after this text was entered in it; nothing where the field is to stay as it was. */
export function typedCode(text: string): string | undefined {
  const code = codeIn(text);
  if (code) return code;
  const shown = withoutMarks(withPlainDigits(text));
  const digits = shown.replace(/\D/g, '');
  return /\p{L}/u.test(shown) || digits.length > CODE_LENGTH ? undefined : digits;
}

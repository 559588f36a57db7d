import { withoutMarks, withPlainDigits } from './textInput';

/** Number of digits of a one-time code (1 §9). */
export const CODE_LENGTH = 6;

const together = /\d+/g;
const inGroups = /\d(?:[\s\-‐‑‒–—−.·]?\d)*/g;

/** Returns the first isolated run of six digits. A run that follows a colon takes precedence. */
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
 * Finds a one-time code in a text: in digits of any script, grouped or not, alone or within the
 * sentence of the email. A request number, which has letters before its digits, is not a code. The
 * server parses codes in the same way (`testing/codeTexts.json`).
 */
export function codeIn(text: string): string | undefined {
  const shown = withoutMarks(withPlainDigits(text));
  return firstOf(shown, together) ?? firstOf(shown, inGroups);
}

/**
 * Returns the new value of a code field after `text` was entered, or undefined to leave the field
 * unchanged.
 */
export function typedCode(text: string): string | undefined {
  const code = codeIn(text);
  if (code) return code;
  const shown = withoutMarks(withPlainDigits(text));
  const digits = shown.replace(/\D/g, '');
  return /\p{L}/u.test(shown) || digits.length > CODE_LENGTH ? undefined : digits;
}

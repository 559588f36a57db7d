import { isTooLong, LINE_LIMIT } from './limits';
import { formatNumber } from './numbers';
import { isBlank } from './textInput';

/**
 * Returns the error of a required text: `missing`, or that it is too long or contains characters
 * that the server rejects.
 */
export function textError(
  text: string,
  label: string,
  missing: string,
  limit: number = LINE_LIMIT,
): string | undefined {
  if (isBlank(text)) return missing;
  const unusable = unusableReason(text);
  if (unusable) return `${label} ${unusable}`;
  return isTooLong(text, limit)
    ? `Shorten the ${label} to ${formatNumber(limit)} characters.`
    : undefined;
}

/**
 * Control characters, characters that override the writing direction, noncharacters, and
 * private-use characters except bullets.
 */
const unusableCharacter =
  /(?![\t-\r\u0085])\p{Cc}|[\u202D\u202E]|(?![\uF020-\uF0FF])[\p{Co}\p{Noncharacter_Code_Point}]/u;

/**
 * Returns the end of the error message for a text that the server rejects, or undefined if the
 * server accepts it.
 */
export function unusableReason(typed: string): string | undefined {
  const [found] = unusableCharacter.exec(typed) ?? [];
  if (found === undefined) return undefined;
  if (/\p{Cc}/u.test(found)) return 'must not contain control characters.';
  if (/[\u202D\u202E]/.test(found)) {
    return 'must not contain invisible characters that change how it is read. Please type it anew.';
  }
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `must not contain the character U+${code}, which most computers cannot show. Please remove it.`;
}

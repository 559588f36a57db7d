import { isTooLong, LINE_LIMIT } from './limits';
import { formatNumber } from './numbers';
import { isBlank } from './typed';

/** Characters that turn the direction of writing around. The server refuses them at submission, in these words. */
const TURNING = /[\u202d\u202e]/;

/** The error of a required text: `missing`, or that it is too long or turned around. */
export function textError(
  text: string,
  label: string,
  missing: string,
  limit: number = LINE_LIMIT,
): string | undefined {
  if (isBlank(text)) return missing;
  if (TURNING.test(text)) {
    return `${label} must not contain invisible characters that change how it is read. Please type it anew.`;
  }
  return isTooLong(text, limit)
    ? `Shorten the ${label} to ${formatNumber(limit)} characters.`
    : undefined;
}

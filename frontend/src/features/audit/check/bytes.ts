/** Bytes and their encodings as text. */

export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

export const utf8 = (text: string): Bytes => encoder.encode(text);

/** Returns true if a text contains half of a surrogate pair, which UTF-8 cannot encode. */
export const hasLoneSurrogate = (text: string): boolean => /\p{Surrogate}/u.test(text);

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const areEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Decodes canonical base64 (RFC 4648 section 4): padded, and without unused bits that are not zero.
 */
export function fromBase64(text: string): Bytes | undefined {
  if (text.length % 4 !== 0) return undefined;
  const digits = text.replace(/={1,2}$/, '');
  const bytes = new Uint8Array(Math.floor((digits.length * 6) / 8));
  let bits = 0;
  let value = 0;
  let at = 0;
  for (const digit of digits) {
    const sextet = ALPHABET.indexOf(digit);
    if (sextet < 0) return undefined;
    value = ((value << 6) | sextet) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at] = (value >> bits) & 0xff;
    at += 1;
  }
  // The remaining bits must be zero, and fewer than a digit has.
  return bits < 6 && (value & ((1 << bits) - 1)) === 0 ? bytes : undefined;
}

/** Decodes canonical base64url without padding (RFC 4648 section 5). */
export function fromBase64Url(text: string): Bytes | undefined {
  if (/[^A-Za-z0-9_-]/.test(text)) return undefined;
  const digits = text.replaceAll('-', '+').replaceAll('_', '/');
  return fromBase64(digits.padEnd(Math.ceil(digits.length / 4) * 4, '='));
}

/** Decodes hexadecimal digits, in lower or upper case, of `length` bytes. */
export function fromHex(text: string, length: number): Bytes | undefined {
  if (text.length !== 2 * length || /[^0-9a-f]/i.test(text)) return undefined;
  return Uint8Array.from({ length }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const MAX_U64 = 2n ** 64n - 1n;

/** Parses a number from 0 to 2^64 - 1 in canonical form: no sign, no leading zeroes. */
export function fromDecimal(digits: string): bigint | undefined {
  if (!/^(0|[1-9]\d{0,19})$/.test(digits)) return undefined;
  const number = BigInt(digits);
  return number <= MAX_U64 ? number : undefined;
}

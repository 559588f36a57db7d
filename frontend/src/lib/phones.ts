import { withPlainDigits } from './textInput';

/** Keeps only the digits, converted from any script to 0–9, and + (2 §5). */
export const phoneOf = (text: string): string => withPlainDigits(text).replace(/[^\d+]/g, '');

/** True if the text is a phone number: 6 to 15 digits, with or without a plus sign. */
export const isPhone = (text: string): boolean => /^\+?\d{6,15}$/.test(phoneOf(text));

import { withPlainDigits } from './typed';

/** A phone number keeps digits, of any script, and + (2 §5). */
export const phoneOf = (text: string): string => withPlainDigits(text).replace(/[^\d+]/g, '');

/** Whether a text is a phone number: 6 to 15 digits, with a plus sign or without. */
export const isPhone = (text: string): boolean => /^\+?\d{6,15}$/.test(phoneOf(text));

import { withPlainDigits } from './typed';

/** A phone number keeps digits, of any script, and + (2 §5). */
export const phoneOf = (text: string): string => withPlainDigits(text).replace(/[^\d+]/g, '');

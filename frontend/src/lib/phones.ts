/** A phone number keeps digits and + (2 §5). */
export const phoneOf = (text: string): string => text.replace(/[^\d+]/g, '');

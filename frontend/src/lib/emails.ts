const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = '[\\p{Alphabetic}\\p{N}](?:[\\p{Alphabetic}\\p{N}-]*[\\p{Alphabetic}\\p{N}])?';
const address = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+\\p{Alphabetic}{2,}$`, 'u');

const bytes = (text: string) => new TextEncoder().encode(text).length;

/**
 * Whether a text is an e-mail address, as the server judges it (1 §5.4, 2 §9): nobody fills in a form whose address is
 * refused in the end. `testing/emailAddresses.json` holds both to it.
 */
export function isEmail(text: string): boolean {
  const typed = text.trim();
  if (bytes(typed) > 254 || !address.test(typed)) return false;
  const at = typed.indexOf('@');
  const labels = typed.slice(at + 1).split('.');
  return at <= 64 && labels.every((part) => bytes(part) <= 63);
}

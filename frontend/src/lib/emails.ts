import { trimmed, withoutMarks } from './textInput';

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const localPart = new RegExp(`^${atom}(?:\\.${atom})*$`);
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const topLevel = /^(?:[a-z]+|xn--.+)$/;
const foreign = /(?!\p{ASCII})[\p{Alphabetic}\p{N}]/gu;

/** Error for letters before the @ to which many servers deliver no mail. */
export const LOCAL_PART =
  'Email is invalid: accented letters and other scripts are only allowed after the @';

/**
 * Extracts the address from a text: without blanks, `mailto:`, a name with angle brackets, and a
 * dot, comma or semicolon at the end. A full-width @ counts as @, and invisible characters before
 * the @ are removed.
 */
export function bareEmail(text: string): string {
  const typed = trimmed(trimmed(text.replaceAll('＠', '@')).replace(/[;,]$/, ''));
  const named = /^[^<>\p{Cc}]*<([^<>\p{Cc}]*)>$/u.exec(typed);
  const address = named ? trimmed(named[1] ?? '') : typed;
  const link = /^mailto:([^?]*)/i.exec(address);
  const bare = (link ? trimmed(link[1] ?? '') : address).replace(/\.$/, '');
  return bare.replace(/^[^@]*/, withoutMarks);
}

/**
 * Converts a domain to its ASCII form by means of the browser's URL parser. Returns undefined if
 * the domain cannot receive mail.
 */
function asciiDomain(domain: string): string | undefined {
  if (/[\s%/:?#[\]@\\<>^|]/.test(domain)) return undefined;
  let ascii;
  try {
    ascii = new URL(`http://${domain}`).hostname;
  } catch {
    return undefined;
  }
  const labels = ascii.split('.');
  const isOne = labels.length >= 2 && labels.every((part) => label.test(part));
  return isOne && topLevel.test(labels.at(-1) ?? '') ? ascii : undefined;
}

/**
 * Returns the error of an email address, by the server's rules (1 §5.4, 2 §9), so that a form with
 * an invalid address is not refused only after it was filled in. `testing/emailAddresses.json`
 * compares both implementations.
 */
export function emailFault(text: string): string | undefined {
  const address = bareEmail(text);
  const at = address.indexOf('@');
  const local = address.slice(0, Math.max(at, 0));
  const domain = asciiDomain(address.slice(at + 1));
  if (at > 0 && at <= 64 && domain && localPart.test(local)) {
    return at + 1 + domain.length <= 254 ? undefined : 'Email is invalid';
  }
  const plain = local.replace(foreign, '');
  const isOnlyForeign = plain !== local && (plain === '' || localPart.test(plain));
  return at > 0 && isOnlyForeign ? LOCAL_PART : 'Email is invalid';
}

export const isEmail = (text: string): boolean => emailFault(text) === undefined;

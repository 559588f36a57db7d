import { trimmed, withoutMarks } from './typed';

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const localPart = new RegExp(`^${atom}(?:\\.${atom})*$`);
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const topLevel = /^(?:[a-z]+|xn--.+)$/;
const foreign = /(?!\p{ASCII})[\p{Alphabetic}\p{N}]/gu;

/** What is said of letters before the @ to which many servers deliver no mail. */
export const LOCAL_PART =
  'Email is invalid: letters with accents or of other scripts can stand after the @ only';

/**
 * The address within a text that holds one: without blanks, `mailto:`, the name in front of angle brackets, and a dot, comma or
 * semicolon at the end. A full-width @ is one, and nothing invisible stands before it.
 */
export function bareEmail(text: string): string {
  const typed = trimmed(trimmed(text.replaceAll('＠', '@')).replace(/[;,]$/, ''));
  const named = /^[^<>\p{Cc}]*<([^<>\p{Cc}]*)>$/u.exec(typed);
  const address = named ? trimmed(named[1] ?? '') : typed;
  const link = /^mailto:([^?]*)/i.exec(address);
  const bare = (link ? trimmed(link[1] ?? '') : address).replace(/\.$/, '');
  return bare.replace(/^[^@]*/, withoutMarks);
}

/** A domain in its ASCII form, which browsers make of any; nothing where no mail can go to it. */
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
 * What is wrong with an e-mail address, as the server judges it (1 §5.4, 2 §9): nobody fills in a form whose address is
 * refused in the end. `testing/emailAddresses.json` holds both to it.
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

/** Whether a text is an e-mail address. */
export const isEmail = (text: string): boolean => emailFault(text) === undefined;

import { emailFault, LOCAL_PART } from '@/lib/emails';
import { isTooLong, LINE_LIMIT } from '@/lib/limits';
import { formatNumber } from '@/lib/numbers';
import { phoneOf } from '@/lib/phones';
import { isBlank } from '@/lib/typed';

export { isEmail } from '@/lib/emails';
export { phoneOf };

/** What is wrong with one field: named as in the payload, worded as the specification words it (2 §5). */
export interface Fault {
  field: string;
  message: string;
  /** What stands at the field where the specification words that differently from the toast. */
  inline?: string;
  /** The label of the field, for messages that do not name it. */
  label?: string;
}

/** Returns the message as it stands away from its field. */
export const namedMessage = ({ label, message }: Fault): string =>
  label ? `${label}: ${message}` : message;

/** Why an address is refused, where that has words of its own. */
export const emailReason = (text: string): string | undefined =>
  emailFault(text) === LOCAL_PART ? LOCAL_PART : undefined;

/** Characters that turn the direction of writing around. The server refuses them at submission, in these words. */
const TURNING = /[\u202d\u202e]/;

export const isPhone = (text: string): boolean => /^\+?\d{6,15}$/.test(phoneOf(text));

/** Faults are collected in the order of the checks, which is the order of the toasts. */
export class Check {
  readonly faults: Fault[] = [];

  add(field: string, message: string, inline?: string): void {
    this.faults.push({ field, message, inline });
  }

  /** Notes the fault where a text is longer than the server takes (the field itself says by how much), or turned around. */
  fits(text: string, field: string, label: string, limit: number = LINE_LIMIT): void {
    if (TURNING.test(text)) {
      this.add(
        field,
        `${label} must not contain invisible characters that change how it is read. Please type it anew.`,
      );
    }
    if (!isTooLong(text, limit)) return;
    this.add(field, `Shorten the ${label} to ${formatNumber(limit)} characters.`);
  }

  /** Notes the fault unless the answer is there; answers whether it is. */
  needs(answer: unknown, field: string, message: string, inline?: string): boolean {
    const there = typeof answer === 'string' ? !isBlank(answer) : Boolean(answer);
    if (!there) this.add(field, message, inline);
    return there;
  }
}

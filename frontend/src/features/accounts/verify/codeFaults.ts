import { ApiError, NetworkError } from '@/api/errors';
import { codeWords, isDeadCode } from '@/lib/codeWords';

export interface CodeFault {
  message: string;
  /** The code no longer works. The countdown is over and another code is offered. */
  dead: boolean;
  /** The message for such a code, if it did not expire. */
  ended?: string;
  /** The error concerns the previous form, and not the code. */
  ofForm: boolean;
}

interface Words {
  /** The message for a 401: another account has the address or number. */
  taken: string;
  /** The message for any other refusal. */
  other: string;
}

/**
 * Returns the error of a refused code (1 §8, "Verify"). Wrong digits do not end the countdown,
 * because the right code still works.
 */
export function codeFault(error: unknown, { taken, other }: Words): CodeFault {
  const fault = { dead: false, ofForm: false };
  // The digits may be right. They stay in the field and can be sent again.
  if (error instanceof NetworkError) return { ...fault, message: error.message, ofForm: true };
  if (!(error instanceof ApiError)) return { ...fault, message: other };
  if (error.code === 401) return { ...fault, message: taken, ofForm: true };
  if (isDeadCode(error)) {
    return { ...fault, message: error.message, dead: true, ended: error.errors.otp?.[0] };
  }
  if (error.code === 605) return { ...fault, message: codeWords(error) };
  if (error.code === 606) {
    return { ...fault, message: 'Failed to send OTP. Resend using the link below', dead: true };
  }
  // The user did not confirm the password. The digits stay in the field.
  if (error.status === 403) return { ...fault, message: error.message, ofForm: true };
  if (error.status === 429 || error.errors.otp) return { ...fault, message: codeWords(error) };
  if (Object.keys(error.errors).length > 0) {
    return { ...fault, message: Object.values(error.errors).flat().join(' '), ofForm: true };
  }
  return { ...fault, message: other };
}

/**
 * Returns `words`, or the server's message if the error is the server's own or there were too many
 * attempts: the user's entry is not wrong then.
 */
export const unlessServerFault = (error: unknown, words: string): string =>
  error instanceof ApiError && (error.status >= 500 || error.status === 429)
    ? error.message
    : words;

/**
 * Returns the message if no other code was sent, including the waiting time if that is the reason.
 */
export function resendFault(error: unknown, other = 'Failed to resend OTP'): string {
  if (error instanceof NetworkError) return error.message;
  if (!(error instanceof ApiError)) return other;
  if (error.code === 606) return 'Failed to send OTP. Resend using the link below';
  return [403, 409, 429].includes(error.status) ? error.message : other;
}

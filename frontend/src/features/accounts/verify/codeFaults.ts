import { ApiError, hasReason, isTooMany, messageOf, NetworkError } from '@/api/errors';
import { codeErrorText, isUnusableCode } from '@/lib/codeErrors';

export interface CodeFault {
  message: string;
  /** The code no longer works. The countdown is over and another code is offered. */
  dead: boolean;
  /** The message for such a code, if it did not expire. */
  ended?: string;
  /** The error concerns the previous form, and not the code. */
  ofForm: boolean;
}

const UNSENT = 'Failed to send OTP. Resend using the link below';

/**
 * Returns the error of a refused code (1 §8, "Verify"). `other` is the message for reasons that do not
 * concern the code, the address or the number. Wrong digits do not end the countdown, because the
 * right code still works.
 */
export function codeFault(error: unknown, other: string): CodeFault {
  const fault = { dead: false, ofForm: false };
  // The digits may be right. They stay in the field and can be sent again.
  if (error instanceof NetworkError) return { ...fault, message: error.message, ofForm: true };
  if (!(error instanceof ApiError)) return { ...fault, message: other };
  if (isUnusableCode(error)) {
    return { ...fault, message: error.message, dead: true, ended: error.errors.otp?.[0] };
  }
  if (hasReason(error, 'code_not_sent')) return { ...fault, message: UNSENT, dead: true };
  // The form is at fault, or the password was asked for and not given: the digits stay.
  if (hasReason(error, 'account_exists', 'email_taken', 'phone_taken', 'password_needed')) {
    return { ...fault, message: error.message, ofForm: true };
  }
  if (hasReason(error, 'code_wrong', 'code_malformed') || isTooMany(error) || error.errors.otp) {
    return { ...fault, message: codeErrorText(error) };
  }
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
  error instanceof ApiError && (error.status >= 500 || isTooMany(error)) ? error.message : words;

/**
 * Returns the message if no other code was sent, including the waiting time if that is the reason.
 */
export function resendFault(error: unknown, other = 'Failed to resend OTP'): string {
  if (error instanceof NetworkError) return error.message;
  if (hasReason(error, 'code_not_sent')) return UNSENT;
  const showsOwnMessage =
    hasReason(error, 'password_needed', 'account_exists', 'no_email_address') || isTooMany(error);
  return showsOwnMessage ? messageOf(error) : other;
}

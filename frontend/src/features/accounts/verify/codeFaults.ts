import { ApiError, NetworkError } from '@/api/errors';
import { codeWords, isDeadCode } from '@/lib/codeWords';

export interface CodeFault {
  message: string;
  /** The code does not work any more: the countdown stands at its end and another one is offered. */
  dead: boolean;
  /** What is said of such a code, where that is not that it has expired. */
  ended?: string;
  /** The words belong to the form that was filled in before, not to the code. */
  ofForm: boolean;
}

interface Words {
  /** A 401: the account that is asked for belongs to somebody else. */
  taken: string;
  /** Any other refusal. */
  other: string;
}

/** What a refused code shows (1 §8, "Verify"). Wrong digits leave the countdown alone: the right code still works. */
export function codeFault(error: unknown, { taken, other }: Words): CodeFault {
  const fault = { dead: false, ofForm: false };
  // The digits may be right: they stay, and can be sent again.
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
  // The password was asked for and not given: the digits stay.
  if (error.status === 403) return { ...fault, message: error.message, ofForm: true };
  if (error.status === 429 || error.errors.otp) return { ...fault, message: codeWords(error) };
  if (Object.keys(error.errors).length > 0) {
    return { ...fault, message: Object.values(error.errors).flat().join(' '), ofForm: true };
  }
  return { ...fault, message: other };
}

/**
 * The words for a refusal, unless the fault is the server's own or there were too many attempts: then nobody entered
 * anything wrong.
 */
export const unlessServerFault = (error: unknown, words: string): string =>
  error instanceof ApiError && (error.status >= 500 || error.status === 429)
    ? error.message
    : words;

/** What a refused wish for another code shows: how long to wait where that is the reason. */
export function resendFault(error: unknown, other = 'Failed to resend OTP'): string {
  if (error instanceof NetworkError) return error.message;
  if (!(error instanceof ApiError)) return other;
  if (error.code === 606) return 'Failed to send OTP. Resend using the link below';
  return [403, 409, 429].includes(error.status) ? error.message : other;
}

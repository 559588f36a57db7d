import { hasReason, type ApiError } from '@/api/errors';

/**
 * Returns the error to show at the field of a refused code: the reason, and the number of attempts
 * left if the digits were wrong.
 */
export function codeErrorText(error: ApiError): string {
  const left = error.errors.otp?.[0];
  if (!left || error.reason !== 'code_wrong') return error.message;
  return `${error.message.replace(/\.?$/, '.')} ${left}`;
}

/** True if a refused code is void, expired or unknown, so that a new one must be sent. */
export const isUnusableCode = (error: unknown): boolean =>
  hasReason(error, 'code_expired', 'code_void', 'code_unknown');

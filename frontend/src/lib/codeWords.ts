import { hasReason, type ApiError } from '@/api/errors';

/** What a refused code says at its field: why, and how many entries are left where digits were wrong. */
export function codeWords(error: ApiError): string {
  const left = error.errors.otp?.[0];
  if (!left || error.reason !== 'code_wrong') return error.message;
  return `${error.message.replace(/\.?$/, '.')} ${left}`;
}

/** Whether a refused code does not work any more: it is void or has expired, so that another one has to be sent. */
export const isDeadCode = (error: unknown): boolean =>
  hasReason(error, 'code_expired', 'code_void', 'code_unknown');

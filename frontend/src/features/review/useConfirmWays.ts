import { useQuery } from '@tanstack/react-query';
import type { DataRequest } from '@/api/models';
import { hasPasskeys } from '@/lib/passkeys';
import { reviewQueries } from './queries';

/** A way to confirm a decision. */
export type ConfirmWay = 'code' | 'passkey';

const NONE = 'You have no passkey. Add one on your profile.';
const NOT_HERE =
  'Decisions are confirmed with a passkey, and this browser can’t use one. Use another browser.';

/** Returns the ways that the server allows. A server of the previous version mails codes. */
export const allowedWays = ({ acting }: DataRequest): readonly string[] =>
  (acting.decide as Partial<typeof acting.decide>).confirm_by ?? ['code'];

/**
 * Returns the ways in which the user can confirm a decision on this request, the preferred one
 * first. Asks for the user's passkeys only if they can confirm it.
 */
export function useConfirmWays(request: DataRequest) {
  const allowed = allowedWays(request);
  const allowsCode = allowed.includes('code');
  const allowsPasskey = allowed.includes('passkey');
  const { data, error, isLoading, refetch } = useQuery({
    ...reviewQueries.ownPasskeys(),
    enabled: allowsPasskey && hasPasskeys(),
  });
  const ways: ConfirmWay[] = [];
  if (allowsPasskey && (data ?? 0) > 0) ways.push('passkey');
  if (allowsCode) ways.push('code');
  const isMissing = !isLoading && !error && ways.length === 0;
  return {
    ways: isLoading ? [] : ways,
    isLoading,
    /** The reason for which the user cannot confirm a decision. */
    whyNone: isMissing ? (hasPasskeys() ? NONE : NOT_HERE) : undefined,
    /** True if the user can add the passkey that is missing. */
    canAdd: isMissing && hasPasskeys(),
    /** The error if the passkeys could not be read and no code is possible. */
    error: ways.length === 0 ? error : null,
    retry: () => void refetch(),
  };
}

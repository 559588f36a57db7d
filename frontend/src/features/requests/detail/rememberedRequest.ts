import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '@/api/session';
import { sessionStore } from '@/lib/externalStore';
import { recordId } from '@/lib/recordId';
import { isNullOr, isNumber, isShape } from '@/lib/shape';

interface Remembered {
  userId: number;
  requestId: number;
}

/** The request that was opened last in this tab, and the user who opened it. */
const last = sessionStore<Remembered | null>(
  'aditus.request',
  null,
  isNullOr(isShape<Remembered>({ userId: isNumber, requestId: isNumber })),
);

/**
 * Returns the id of the request in the address; without one, the id that this user opened last in
 * this tab. Undefined if the id in the address is invalid.
 */
export function useRequestId(): number | undefined {
  const userId = useSession()?.user.user_id;
  const [params] = useSearchParams();
  const text = params.get('request_id');
  const linkedId = recordId(text);
  useEffect(() => {
    if (linkedId !== undefined && userId !== undefined) last.set({ userId, requestId: linkedId });
  }, [linkedId, userId]);
  // A wrong id must not open another request.
  if (text !== null) return linkedId;
  const remembered = last.get();
  return remembered?.userId === userId ? remembered?.requestId : undefined;
}

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

/** The request that was looked at last in this tab, and by whom. */
const last = sessionStore<Remembered | null>(
  'aditus.request',
  null,
  isNullOr(isShape<Remembered>({ userId: isNumber, requestId: isNumber })),
);

/** The request of the address; the one that was looked at last where the address names none at all. */
export function useRequestId(): number | undefined {
  const userId = useSession()?.user.user_id;
  const [params] = useSearchParams();
  const text = params.get('request_id');
  const named = recordId(text);
  useEffect(() => {
    if (named !== undefined && userId !== undefined) last.set({ userId, requestId: named });
  }, [named, userId]);
  // A wrong id is no request, and never another one.
  if (text !== null) return named;
  const remembered = last.get();
  return remembered?.userId === userId ? remembered?.requestId : undefined;
}

import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '@/api/session';
import { sessionStore } from '@/lib/externalStore';
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

/** The request of the address; without one there, the one that was looked at last. */
export function useRequestId(): number | undefined {
  const userId = useSession()?.user.user_id;
  const [params] = useSearchParams();
  const named = Number(params.get('request_id'));
  const isNamed = Number.isSafeInteger(named) && named > 0;
  useEffect(() => {
    if (isNamed && userId !== undefined) last.set({ userId, requestId: named });
  }, [isNamed, named, userId]);
  if (isNamed) return named;
  const remembered = last.get();
  return remembered?.userId === userId ? remembered?.requestId : undefined;
}

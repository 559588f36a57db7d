import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { session, useSession } from '@/api/session';
import { accountQueries } from '@/features/accounts/queries';

/** Keeps the stored user in step with the server, so that a role granted or taken meanwhile shows. */
export default function SessionKeeper() {
  const userId = useSession()?.user.user_id;
  const { data } = useQuery({
    ...accountQueries.detail(userId ?? 0),
    enabled: userId !== undefined,
  });
  useEffect(() => {
    if (data && data.user_id === userId) session.refresh(data);
  }, [data, userId]);
  return null;
}

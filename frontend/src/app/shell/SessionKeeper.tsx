import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { User } from '@/api/models';
import { roleOf, session, useSession } from '@/api/session';
import { accountQueries } from '@/features/accounts/queries';
import { toast } from '@/lib/toast';
import { homeOf, paths } from '../paths';

/**
 * Keeps the stored user in step with the server, so that a role granted or taken meanwhile shows. When the role in use
 * is gone, it says so and leads to the home of the next one.
 */
export default function SessionKeeper() {
  const userId = useSession()?.user.user_id;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { data } = useQuery({
    ...accountQueries.detail(userId ?? 0),
    enabled: userId !== undefined,
  });
  const takeOver = useEffectEvent((user: User) => {
    const before = session.get()?.role;
    session.refresh(user);
    const role = session.get()?.role;
    if (before?.assigned_role_id === role?.assigned_role_id) return;
    const home = role ? homeOf(roleOf(session.get())) : paths.requestRole;
    if (before) {
      const next = role ? `You act as ${role.role} now.` : 'You can request another one.';
      toast(`Your role ${before.role} can no longer be used. ${next}`, 'warning');
      void navigate(home, { replace: true });
    } else if (pathname === paths.orgUserHome) {
      // A first role was granted: this home is for those who have none.
      void navigate(home, { replace: true });
    }
  });
  useEffect(() => {
    if (data && data.user_id === userId) takeOver(data);
  }, [data, userId]);
  return null;
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { User } from '@/api/models';
import { usePasswordQuestion } from '@/api/password';
import { roleOf, session, useRole, useSession } from '@/api/session';
import { accountQueries } from '@/features/accounts/queries';
import { lazyPart } from '@/lib/lazyPart';
import { toast } from '@/lib/toast';
import { homeOf, paths } from '../paths';
import { isOpenTo } from '../routes';
import { PartBoundary } from '../ScreenBoundary';

const EmailAlert = lazyPart(() => import('./EmailAlert'));
const PasswordPrompt = lazyPart(() => import('./PasswordPrompt'));

/**
 * Refreshes the stored user from the server, so that granted and revoked roles show. If the current
 * role was revoked, it shows a message and opens the home of the next role. It also asks for a
 * missing email address, and for the password when a call requires it.
 */
export default function SessionKeeper() {
  const user = useSession()?.user;
  const role = useRole();
  const userId = user?.user_id;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { data } = useQuery({
    ...accountQueries.detail(userId ?? 0),
    enabled: userId !== undefined,
  });
  const applyUser = useEffectEvent((newest: User) => {
    const before = session.get()?.role;
    session.refresh(newest);
    const now = session.get()?.role;
    if (before?.assigned_role_id === now?.assigned_role_id) return;
    const home = now ? homeOf(roleOf(session.get())) : paths.requestRole;
    if (before) {
      const next = now ? `You are now working as ${now.role}.` : 'You can request another one.';
      toast(`Your role ${before.role} can no longer be used. ${next}`, 'warning');
      void navigate(home, { replace: true });
    } else if (pathname === paths.orgUserHome) {
      // A first role was granted, and this home is for accounts without one.
      void navigate(home, { replace: true });
    }
  });
  useEffect(() => {
    if (data && data.user_id === userId) applyUser(data);
  }, [data, userId]);
  const asksForPassword = usePasswordQuestion() !== undefined;
  const asks = user && !user.org_email && isOpenTo(paths.addEmail, role);
  return (
    <PartBoundary floating>
      {asks && pathname !== paths.addEmail && <EmailAlert key={pathname} />}
      {asksForPassword && <PasswordPrompt />}
    </PartBoundary>
  );
}

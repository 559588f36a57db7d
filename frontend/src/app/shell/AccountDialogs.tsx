import { useLocation, useNavigate } from 'react-router';
import { activatedRoles, roleOf, session, type Session } from '@/api/session';
import { SignInDialog } from '@/features/accounts/SignInDialog';
import { closeAccountDialog, useAccountDialog } from '@/lib/accountDialog';
import { hasUnsavedForm } from '@/lib/localCopies';
import { pendingLink } from '@/lib/pendingLink';
import { lazyPart } from '@/lib/lazyPart';
import { LINK_ROLE } from '@/lib/roles';
import { toast } from '@/lib/toast';
import { variableSelection } from '@/lib/variableSelection';
import { homeOf, paths } from '../paths';

const SignUpDialog = lazyPart(() => import('@/features/accounts/signUp/SignUpDialog'));

const KEPT_FORM =
  'Your entries from before your session ended are kept. Open the same form to continue.';

/**
 * Returns the address to open after sign-in, if one was stored. A sign-in starts in the activated
 * role that is first by rank. If the session ended in another role, the address names that role, so
 * that `FollowLink` switches to it.
 */
function pendingPath({ user, role }: Session): string | null {
  const link = pendingLink.take(user.user_id);
  if (!link?.owner || link.owner.role === (role?.role ?? null)) return link?.path ?? null;
  const ownerRole = activatedRoles(user).find((assigned) => assigned.role === link.owner?.role);
  if (!ownerRole) return null;
  const { pathname, searchParams, hash } = new URL(link.path, globalThis.location.origin);
  searchParams.set(LINK_ROLE, ownerRole.role);
  return `${pathname}?${searchParams.toString()}${hash}`;
}

/**
 * Returns the page to open after a sign-in: the stored address, the request form if variables were
 * picked, or the home of the role. A user who cannot submit is sent to request a role, once (1 §2.4
 * and the guest flow of 2 §4).
 */
function destinationAfterSignIn(): string {
  const current = session.get();
  const role = roleOf(current);
  const pending = current && pendingPath(current);
  if (pending) return pending;
  if (variableSelection.isSubmissionPending()) {
    if (role === 'Data Requester') return paths.requesterSubmitRequest;
    variableSelection.markSubmissionPending(false);
    return paths.requestRole;
  }
  return current?.role ? homeOf(role) : paths.requestRole;
}

/**
 * Shows the account dialogs over the current screen. /login and /sign-up open one over the landing
 * page.
 */
export default function AccountDialogs() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const hasAddress = pathname === paths.login || pathname === paths.signUp;
  const shown = useAccountDialog() ?? (pathname === paths.signUp ? 'signUp' : 'signIn');
  const close = () => {
    pendingLink.dropEmailLink();
    closeAccountDialog();
    if (hasAddress) void navigate(paths.home, { replace: true });
  };
  if (shown === 'signUp') return <SignUpDialog onClose={close} />;
  return (
    <SignInDialog
      onClose={close}
      onSignedIn={() => {
        closeAccountDialog();
        const userId = session.get()?.user.user_id;
        if (userId !== undefined && hasUnsavedForm(userId)) toast(KEPT_FORM);
        // Replaces /login, or the entry with which Back closes the dialog.
        void navigate(destinationAfterSignIn(), { replace: true });
      }}
    />
  );
}

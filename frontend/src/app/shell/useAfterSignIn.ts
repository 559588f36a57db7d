import { useNavigate } from 'react-router';
import { activatedRoles, roleOf, session, type Session } from '@/api/session';
import { provenIdentity } from '@/features/accounts/providers/provenIdentity';
import { closeAccountDialog } from '@/lib/accountDialog';
import { hasUnsavedForm } from '@/lib/localCopies';
import { pendingLink } from '@/lib/pendingLink';
import { LINK_ROLE } from '@/lib/roles';
import { toast } from '@/lib/toast';
import { variableSelection } from '@/lib/variableSelection';
import { homeOf, paths } from '../paths';

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
  // The identity that waits for this sign-in is linked first.
  if (provenIdentity.toLink()) return paths.signInReturn;
  provenIdentity.forget();
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

/** Returns a function that opens the page for a user who has just signed in. */
export function useAfterSignIn() {
  const navigate = useNavigate();
  return () => {
    closeAccountDialog();
    const userId = session.get()?.user.user_id;
    if (userId !== undefined && hasUnsavedForm(userId)) toast(KEPT_FORM);
    // Replaces /login, the return from a provider, or the entry with which Back closes the dialog.
    void navigate(destinationAfterSignIn(), { replace: true });
  };
}

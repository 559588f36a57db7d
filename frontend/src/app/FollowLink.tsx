import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useEffectEvent } from 'react';
import { createPath, Link, useLocation, useNavigate, type Path } from 'react-router';
import { api } from '@/api/client';
import { activatedRoles, fullName, roleOf, session, useSession, type Session } from '@/api/session';
import type { AssignedRole } from '@/api/models';
import { useAct } from '@/api/useAct';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { ScreenSkeleton } from '@/ui/ScreenSkeleton';
import { useSignOut } from '@/features/accounts/sessionActions';
import { openSignIn } from '@/lib/accountDialog';
import { pendingLink } from '@/lib/pendingLink';
import { LINK_ROLE } from '@/lib/roles';
import { toast } from '@/lib/toast';
import { paths } from './paths';

/** Returns the address without the role parameter. */
function addressOf({ pathname, search, hash }: Path): string {
  const params = new URLSearchParams(search);
  params.delete(LINK_ROLE);
  return createPath({ pathname, search: params.toString(), hash });
}

/**
 * Returns the assignment in which the link is opened. The current assignment has precedence if it
 * has the role. Every account is an Org User, so that role keeps the current assignment.
 */
function assignmentFor(name: string, { role, user }: Session): AssignedRole | null | undefined {
  if (name === 'Org User' || role?.role === name) return role;
  return activatedRoles(user).find((assigned) => assigned.role === name);
}

/**
 * Follows a link from an email: the address names the role that it is for (`as`). Without a session
 * it opens the sign-in dialog and follows the link afterwards. In another role it switches to the
 * named one. It shows a message if the user does not hold the role.
 */
export default function FollowLink() {
  const current = useSession();
  return current ? <Follow current={current} /> : <AskToSignIn />;
}

function AskToSignIn() {
  const location = useLocation();
  const navigate = useNavigate();
  const ask = useEffectEvent(() => {
    pendingLink.set(createPath(location));
    openSignIn();
    void navigate(paths.home, { replace: true });
  });
  useEffect(() => ask(), []);
  return null;
}

function Follow({ current }: { current: Session }) {
  const location = useLocation();
  const navigate = useNavigate();
  const name = new URLSearchParams(location.search).get(LINK_ROLE) ?? '';
  const assignment = assignmentFor(name, current);
  const goOn = () => void navigate(addressOf(location), { replace: true });
  const { mutate, error } = useAct({
    mutationFn: (role: AssignedRole) =>
      api.PUT('/api/v1/users/selected-role', {
        body: { assigned_role_id: role.assigned_role_id },
      }),
    onSuccess: (_, role) => {
      session.selectRole(role);
      toast(`You are now working as ${role.role}.`);
      goOn();
    },
  });
  const follow = useEffectEvent(() => {
    if (assignment === undefined) return;
    if (assignment === null || assignment.assigned_role_id === current.role?.assigned_role_id)
      goOn();
    else mutate(assignment);
  });
  const key = `${createPath(location)} ${assignment?.assigned_role_id}`;
  useEffect(() => follow(), [key]);
  if (assignment === undefined) return <RoleNotHeld name={name} current={current} />;
  if (error && assignment) return <LoadFailed error={error} onRetry={() => mutate(assignment)} />;
  return <ScreenSkeleton />;
}

/** Names the role that the link is for, and offers ways to continue. */
function RoleNotHeld({ name, current }: { name: string; current: Session }) {
  const location = useLocation();
  const signOut = useSignOut();
  const signInAnew = async () => {
    // Signing out unmounts this page, but the promise still resolves.
    await signOut.mutateAsync().catch(() => undefined);
    pendingLink.set(createPath(location));
    openSignIn();
  };
  return (
    <EmptyState
      message={`This link is for the role ${name}`}
      hint={`You are signed in as ${fullName(current.user)} (${roleOf(current)}) and do not have that role. Sign in with the account that the link was sent to.`}
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1.5 }}>
          <Button variant="contained" component={Link} to={paths.root} replace>
            Go to your home page
          </Button>
          <Button onClick={() => void signInAnew()} loading={signOut.isPending}>
            Use another account
          </Button>
        </Box>
      }
    />
  );
}

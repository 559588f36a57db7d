import { externalStore, sessionStore, useFollowed } from '@/lib/externalStore';
import { isRoleName, type RoleName } from '@/lib/roles';
import { isListOf, isNullOr, isNumber, isShape, isText, type Guard } from '@/lib/shape';
import type { AssignedRole, User } from './models';

/** Who is signed in, in this tab (session storage, 1 §9). */
export interface Session {
  token: string;
  user: User;
  /** The assigned role in use; null for a user without an activated role. */
  role: AssignedRole | null;
}

const isAssignedRole: Guard<AssignedRole> = isShape<AssignedRole>({
  assigned_role_id: isNumber,
  role: isText,
  role_id: isNumber,
  org_role_id: isNumber,
  organisation: isText,
  rank: isNumber,
  latest_role_status: isListOf(isShape({ status: isText, role_status_id: isNumber })),
});

/** What the shell reads of a user; the rest comes with the first answer about the account. */
const isUser = isShape<Pick<User, 'user_id' | 'fname' | 'sname' | 'org' | 'assigned_roles'>>({
  user_id: isNumber,
  fname: isText,
  sname: isText,
  org: isShape({ org_id: isNumber, name: isText }),
  assigned_roles: isListOf(isAssignedRole),
}) as Guard<User>;

const isSession = isShape<Session>({ token: isText, user: isUser, role: isNullOr(isAssignedRole) });

const store = sessionStore<Session | null>('aditus.session', null, isNullOr(isSession));

/** Only activated roles are usable (1 §4); lowest rank first. */
export function activatedRoles(user: User): AssignedRole[] {
  return user.assigned_roles
    .filter((role) => role.latest_role_status[0]?.status === 'Activated')
    .sort((a, b) => a.rank - b.rank);
}

function selectedRole(user: User): AssignedRole | null {
  const usable = activatedRoles(user);
  return usable.find((role) => role.assigned_role_id === user.selected_role) ?? usable[0] ?? null;
}

/** What is known of a user, in one order; the token of a sign-in is no part of it. */
const wordsOf = (user: User): string =>
  JSON.stringify(Object.entries({ ...user, token: '' }).sort(([a], [b]) => (a < b ? -1 : 1)));

const lost = externalStore(false);

export const session = {
  get: store.get,
  subscribe: store.subscribe,
  token: (): string | undefined => store.get()?.token,
  begin: (user: User, token: string): void => {
    lost.set(false);
    store.set({ token, user, role: selectedRole(user) });
  },
  /** Takes over what the server says about the user now, and keeps the role in use while it is still activated. */
  refresh: (user: User): void => {
    const current = store.get();
    if (!current) return;
    const kept = activatedRoles(user).find(
      (role) => role.assigned_role_id === current.role?.assigned_role_id,
    );
    const role = kept ?? selectedRole(user);
    // Everything on the page follows the session: what is known already draws nothing anew.
    const isKnown =
      role?.assigned_role_id === current.role?.assigned_role_id &&
      wordsOf(user) === wordsOf(current.user);
    if (!isKnown) store.set({ ...current, user, role });
  },
  selectRole: (role: AssignedRole): void => {
    const current = store.get();
    if (current) store.set({ ...current, role });
  },
  end: (): void => {
    lost.set(false);
    store.set(null);
  },
  /** Ends a session that the server no longer knows, while the person was at work. */
  lose: (): void => {
    lost.set(true);
    store.set(null);
  },
  /** Whether the last session of this tab was lost, and nobody has signed in since. */
  wasLost: lost.get,
};

/** The session, or null for a guest. */
export function useSession(): Session | null {
  return useFollowed(store.subscribe, store.get);
}

/**
 * The session's role: 'Org User' without a role (decisions, "Names and constants"), 'Guest' when nobody is signed in, and
 * for a role of an unknown name, which gets the guest's routes (1 §2.2).
 */
export function roleOf(current: Session | null): RoleName | 'Guest' {
  if (!current) return 'Guest';
  const name = current.role?.role ?? 'Org User';
  return isRoleName(name) ? name : 'Guest';
}

export function useRole(): RoleName | 'Guest' {
  return roleOf(useSession());
}

/** First, middle and last name, as far as they are known. */
export function fullName(user: Pick<User, 'fname' | 'middle_name' | 'sname'>): string {
  return [user.fname, user.middle_name, user.sname].filter(Boolean).join(' ');
}

import { externalStore, sessionStore, useStoreValue } from '@/lib/externalStore';
import { isRoleName, type RoleName } from '@/lib/roles';
import { isListOf, isNullOr, isNumber, isShape, isText, type Guard } from '@/lib/shape';
import type { AssignedRole, User } from './models';

/** The session of the signed-in user in this tab (session storage, 1 §9). */
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

/**
 * The fields of a user that the shell reads. The others arrive with the first response about the
 * account.
 */
const isUser = isShape<Pick<User, 'user_id' | 'fname' | 'sname' | 'org' | 'assigned_roles'>>({
  user_id: isNumber,
  fname: isText,
  sname: isText,
  org: isShape({ org_id: isNumber, name: isText }),
  assigned_roles: isListOf(isAssignedRole),
}) as Guard<User>;

const isSession = isShape<Session>({ token: isText, user: isUser, role: isNullOr(isAssignedRole) });

const store = sessionStore<Session | null>('aditus.session', null, isNullOr(isSession));

/** Returns the activated roles by rank, Super User first. Others cannot be used (1 §4). */
export function activatedRoles(user: User): AssignedRole[] {
  return user.assigned_roles
    .filter((role) => role.latest_role_status[0]?.status === 'Activated')
    .sort((a, b) => a.rank - b.rank);
}

function selectedRole(user: User): AssignedRole | null {
  const usable = activatedRoles(user);
  return usable.find((role) => role.assigned_role_id === user.selected_role) ?? usable[0] ?? null;
}

/**
 * Returns the user's data as text with sorted keys, for comparison. The sign-in token is left out.
 */
const comparableText = (user: User): string =>
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
  /**
   * Stores the server's current data of the user. The selected role is kept while it is still
   * activated.
   */
  refresh: (user: User): void => {
    const current = store.get();
    if (!current) return;
    const keptRole = activatedRoles(user).find(
      (role) => role.assigned_role_id === current.role?.assigned_role_id,
    );
    const role = keptRole ?? selectedRole(user);
    // The whole page subscribes to the session, so unchanged data must not cause a new render.
    const isKnown =
      role?.assigned_role_id === current.role?.assigned_role_id &&
      comparableText(user) === comparableText(current.user);
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
  /** Ends a session that the server no longer knows while the user is working. */
  lose: (): void => {
    lost.set(true);
    store.set(null);
  },
  /** True if this tab's last session was lost and there was no sign-in since. */
  wasLost: lost.get,
};

export function useSession(): Session | null {
  return useStoreValue(store.subscribe, store.get);
}

/**
 * Returns the session's role: 'Org User' without a role (decisions, "Names and constants"), 'Guest'
 * without a session. A role with an unknown name also counts as 'Guest' and gets the guest's routes
 * (1 §2.2).
 */
export function roleOf(current: Session | null): RoleName | 'Guest' {
  if (!current) return 'Guest';
  const name = current.role?.role ?? 'Org User';
  return isRoleName(name) ? name : 'Guest';
}

export function useRole(): RoleName | 'Guest' {
  return roleOf(useSession());
}

/** Returns the known parts of the first, middle and last name. */
export function fullName(user: Pick<User, 'fname' | 'middle_name' | 'sname'>): string {
  return [user.fname, user.middle_name, user.sname].filter(Boolean).join(' ');
}

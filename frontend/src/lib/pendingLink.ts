import { sessionStore } from './externalStore';
import { isNullOr, isNumber, isOptional, isShape, isText } from './shape';

interface Owner {
  userId: number;
  /** The role in use; null for a user without one. */
  role: string | null;
}

interface PendingLink {
  path: string;
  /** The user whose session ended there. Missing for an email link, which anyone may follow. */
  owner?: Owner;
}

const isPendingLink = isShape<PendingLink>({
  path: isText,
  owner: isOptional(isShape<Owner>({ userId: isNumber, role: isNullOr(isText) })),
});
const store = sessionStore<PendingLink | null>('aditus.wish', null, isNullOr(isPendingLink));

/**
 * The address to open after the next sign-in: an email link opened before signing in, or the screen
 * on which a session ended. It is kept until a sign-in, even across a password reset, unless
 * `dropEmailLink` drops it.
 */
export const pendingLink = {
  set: (path: string | null): void => store.set(path === null ? null : { path }),
  /** Stores the current address of a session that ended, for when the same user signs in again. */
  setCurrent: (owner: Owner): void => {
    const { pathname, search, hash } = globalThis.location;
    store.set({ path: pathname + search + hash, owner });
  },
  /** Drops an email link if the user does not sign in. The address of an ended session is kept. */
  dropEmailLink: (): void => {
    if (!store.get()?.owner) store.set(null);
  },
  /** Returns and clears the stored address. Returns null if there is none for this user. */
  take: (userId: number): PendingLink | null => {
    const link = store.get();
    store.set(null);
    return link?.owner && link.owner.userId !== userId ? null : link;
  },
};

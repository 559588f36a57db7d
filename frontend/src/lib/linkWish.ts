import { sessionStore } from './externalStore';
import { isNullOr, isNumber, isOptional, isShape, isText } from './shape';

interface Owner {
  userId: number;
  /** The role in use; null for a user without one. */
  role: string | null;
}

interface Wish {
  path: string;
  /** The user whose session ended there. Missing for an email link, which anyone may follow. */
  owner?: Owner;
}

const isWish = isShape<Wish>({
  path: isText,
  owner: isOptional(isShape<Owner>({ userId: isNumber, role: isNullOr(isText) })),
});
const store = sessionStore<Wish | null>('aditus.wish', null, isNullOr(isWish));

/**
 * The address to open after the next sign-in: an email link opened before signing in, or the screen
 * on which a session ended. It is kept until a sign-in, even across a password reset.
 */
export const linkWish = {
  set: (path: string | null): void => store.set(path === null ? null : { path }),
  /** Stores the current address of a session that ended, for when the same user signs in again. */
  return: (owner: Owner): void => {
    const { pathname, search, hash } = globalThis.location;
    store.set({ path: pathname + search + hash, owner });
  },
  /** Drops an email link if the user does not sign in. The address of an ended session is kept. */
  giveUp: (): void => {
    if (!store.get()?.owner) store.set(null);
  },
  /** Returns and clears the stored address. Returns null if there is none for this user. */
  take: (userId: number): Wish | null => {
    const wish = store.get();
    store.set(null);
    return wish?.owner && wish.owner.userId !== userId ? null : wish;
  },
};

import { sessionStore } from './externalStore';
import { isNullOr, isNumber, isOptional, isShape, isText } from './shape';

interface Owner {
  userId: number;
  /** The role in use; null for a user without one. */
  role: string | null;
}

interface Wish {
  path: string;
  /** Whose session ended there; nobody's for a link of a mail, which anyone may follow. */
  owner?: Owner;
}

const isWish = isShape<Wish>({
  path: isText,
  owner: isOptional(isShape<Owner>({ userId: isNumber, role: isNullOr(isText) })),
});
const store = sessionStore<Wish | null>('aditus.wish', null, isNullOr(isWish));

/**
 * The address to open after the next sign-in: a link of a mail whose reader is not signed in yet, or the screen on which a
 * session ended. It is kept until somebody signs in, also by way of a forgotten password.
 */
export const linkWish = {
  set: (path: string | null): void => store.set(path === null ? null : { path }),
  /** Leads back to the present address after the session ended, if the same person signs in again. */
  return: (owner: Owner): void => {
    const { pathname, search, hash } = globalThis.location;
    store.set({ path: pathname + search + hash, owner });
  },
  /** Drops a link that nobody signed in for. The way back to one's own work stays. */
  giveUp: (): void => {
    if (!store.get()?.owner) store.set(null);
  },
  /** The wish of whoever signed in, once; null where there is none for this person. */
  take: (userId: number): Wish | null => {
    const wish = store.get();
    store.set(null);
    return wish?.owner && wish.owner.userId !== userId ? null : wish;
  },
};

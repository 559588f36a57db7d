/**
 * Where a link of a mail was to lead whose reader is not signed in yet. It is kept until somebody signs in, also by way of
 * a forgotten password; who closes the dialog has given it up.
 */
let wish: string | null = null;

export const linkWish = {
  set: (path: string | null): void => {
    wish = path;
  },
  /** The wish, once. */
  take: (): string | null => {
    const taken = wish;
    wish = null;
    return taken;
  },
};

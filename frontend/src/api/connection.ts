import { externalStore, useFollowed } from '@/lib/externalStore';

/** Whether the server can be reached: `offline` says the browser, `down` says that nobody answers. */
export type Connection = 'up' | 'offline' | 'down';

const state = externalStore<Connection>(globalThis.navigator?.onLine === false ? 'offline' : 'up');
const outdated = externalStore(false);

/** Milliseconds between two looks at a server that is gone, and what one look may take. */
const AGAIN = 5_000;
const LOOK_TIMEOUT = 10_000;

const entryOf = (page: string) => /<script[^>]+src="(\/assets\/[^"]+)"/.exec(page)?.[1];
/** The entry of the version that runs here; its name changes with every version. */
const running = entryOf(globalThis.document?.documentElement.outerHTML ?? '');

function become(next: Connection): void {
  if (next !== state.get()) state.set(next);
}

/** What the first page says: that the server answers, and which version is installed there. */
async function firstPageAnswers(): Promise<boolean> {
  try {
    const page = await fetch(`${location.origin}/`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(LOOK_TIMEOUT),
    });
    const installed = entryOf(await page.text());
    if (running && installed && installed !== running) outdated.set(true);
    return page.ok;
  } catch {
    return false;
  }
}

let looking: Promise<boolean> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

async function lookOnce(): Promise<boolean> {
  const answered = await firstPageAnswers();
  looking = undefined;
  clearTimeout(timer);
  if (answered) become('up');
  else {
    become(navigator.onLine ? 'down' : 'offline');
    timer = setTimeout(() => void connection.look(), AGAIN);
  }
  return answered;
}

globalThis.addEventListener?.('offline', () => become('offline'));
globalThis.addEventListener?.('online', () => void connection.look());

/** The connection to the server. Calls tell of it what they meet; a lost one is looked for until it is back. */
export const connection = {
  get: state.get,
  subscribe: state.subscribe,
  /** Looks whether the server answers, and goes on looking while it does not. */
  look: (): Promise<boolean> => (looking ??= lookOnce()),
  /** A call was answered. */
  answered: (): void => become('up'),
};

export const useConnection = (): Connection => useFollowed(state.subscribe, state.get);

/** True when the server has another version of the application than the one that runs here. */
export const useOutdated = (): boolean => useFollowed(outdated.subscribe, outdated.get);
export const isOutdated = outdated.get;

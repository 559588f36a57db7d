import { externalStore, useStoreValue } from '@/lib/externalStore';

/**
 * The state of the connection: `offline` as the browser reports it, `down` if the server does not
 * respond.
 */
export type Connection = 'up' | 'offline' | 'down';

const state = externalStore<Connection>(globalThis.navigator?.onLine === false ? 'offline' : 'up');
const outdated = externalStore(false);

/** Milliseconds between two checks of a server that is down, and the time limit of one check. */
const RETRY_DELAY = 5_000;
const CHECK_TIMEOUT = 10_000;

const entryScript = (page: string) => /<script[^>]+src="(\/assets\/[^"]+)"/.exec(page)?.[1];
/** The entry script of the running version. Its name changes with every version. */
const runningEntry = entryScript(globalThis.document?.documentElement.outerHTML ?? '');

function setConnection(next: Connection): void {
  if (next !== state.get()) state.set(next);
}

/**
 * Fetches the landing page: true if the server responds. Notes whether another version is
 * installed.
 */
async function serverResponds(): Promise<boolean> {
  try {
    const page = await fetch(`${location.origin}/`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(CHECK_TIMEOUT),
    });
    const installed = entryScript(await page.text());
    if (runningEntry && installed && installed !== runningEntry) outdated.set(true);
    return page.ok;
  } catch {
    return false;
  }
}

let pendingCheck: Promise<boolean> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

async function checkOnce(): Promise<boolean> {
  const answered = await serverResponds();
  pendingCheck = undefined;
  clearTimeout(timer);
  if (answered) setConnection('up');
  else {
    setConnection(navigator.onLine ? 'down' : 'offline');
    timer = setTimeout(() => void connection.check(), RETRY_DELAY);
  }
  return answered;
}

globalThis.addEventListener?.('offline', () => setConnection('offline'));
globalThis.addEventListener?.('online', () => void connection.check());

/**
 * The connection to the server. Calls report their outcome to it. A lost connection is checked
 * until it is back.
 */
export const connection = {
  get: state.get,
  subscribe: state.subscribe,
  /** Checks whether the server responds, and repeats the check until it does. */
  check: (): Promise<boolean> => (pendingCheck ??= checkOnce()),
  answered: (): void => setConnection('up'),
};

export const useConnection = (): Connection => useStoreValue(state.subscribe, state.get);

/** True if the server has another version of the application than the running one. */
export const useOutdated = (): boolean => useStoreValue(outdated.subscribe, outdated.get);
export const isOutdated = outdated.get;

import type { FilePayload } from './files';
import { serverNow } from './serverTime';
import { isNumber, isShape, isText, type Guard } from './shape';
import { readStored, store } from './stored';

/**
 * What a person left unfinished stays on this device: texts in local storage, files in IndexedDB. Everything is
 * kept under the id of the account, so that whoever signs in next on this device never meets it. Nothing outlives signing out,
 * files outlive no session, and `forgetOld` ends the rest after a week.
 */
export interface KeptFile extends FilePayload {
  name: string;
  /** Bytes. */
  size: number;
}

/** Milliseconds that texts are kept after their last change, and each file after it was chosen. */
const KEPT_FOR = 7 * 24 * 60 * 60 * 1000;

/** The name of an unfinished Data Request. */
export const REQUEST_DRAFT = 'requestDraft';

const isKeptFile = isShape<KeptFile>({ mime: isText, data: isText, name: isText, size: isNumber });

const keyOf = (userId: number | string, name: string) => `aditus.kept.${userId}.${name}`;
/** When a text of the account was last kept. */
const CHANGED = 'changedOn';

/** The value kept under the name, or undefined when there is nothing that fits. */
export const readKept = <T>(userId: number, name: string, fits: Guard<T>): T | undefined =>
  readStored('localStorage', keyOf(userId, name), fits);

/** Keeps a value, or forgets it when it is undefined; false when the browser refuses. */
export function keep(userId: number, name: string, value: unknown): boolean {
  if (value !== undefined) store('localStorage', keyOf(userId, CHANGED), serverNow());
  return store('localStorage', keyOf(userId, name), value);
}

/** Calls when another tab has kept something under the name, or forgotten it; the answer ends it. */
export function followKept(userId: number, name: string, onChange: () => void): () => void {
  const listen = (event: StorageEvent) => {
    // Without a key everything was cleared.
    if (event.key === null || event.key === keyOf(userId, name)) onChange();
  };
  globalThis.addEventListener('storage', listen);
  return () => globalThis.removeEventListener('storage', listen);
}

const STORE = 'files';
let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('aditus', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB is not available'));
  }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new Error('The file was not kept'));
    transaction.oncomplete = () => resolve();
    transaction.onerror = fail;
    transaction.onabort = fail;
  });
}

const fileKey = (userId: number, slot: string) => `${userId}/${slot}`;
const allOf = (userId: number) => IDBKeyRange.bound(`${userId}/`, `${userId}/\uffff`);

/** The files kept for the account, by slot; none when the browser has no store for them. */
export async function readKeptFiles(userId: number): Promise<Map<string, KeptFile>> {
  const files = new Map<string, KeptFile>();
  try {
    const transaction = (await database()).transaction(STORE, 'readonly');
    const request = transaction.objectStore(STORE).openCursor(allOf(userId));
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return;
      const file: unknown = cursor.value;
      if (isKeptFile(file)) {
        const { mime, data, name, size } = file;
        const slot = (cursor.key as string).slice(fileKey(userId, '').length);
        files.set(slot, { mime, data, name, size });
      }
      cursor.continue();
    };
    await done(transaction);
  } catch {
    return files;
  }
  return files;
}

/** Keeps a file in its slot, or empties the slot; false when the browser refuses. */
export async function keepFile(
  userId: number,
  slot: string,
  file: KeptFile | null,
): Promise<boolean> {
  try {
    const transaction = (await database()).transaction(STORE, 'readwrite');
    const store = transaction.objectStore(STORE);
    if (file) store.put({ ...file, keptOn: serverNow() }, fileKey(userId, slot));
    else store.delete(fileKey(userId, slot));
    await done(transaction);
    return true;
  } catch {
    return false;
  }
}

/** Whether a Data Request that was not submitted, or a file of it, is kept for the account. */
export async function hasUnfinishedRequest(userId: number): Promise<boolean> {
  const isAny = (value: unknown): value is unknown => value !== undefined;
  if (readKept(userId, REQUEST_DRAFT, isAny) !== undefined) return true;
  return (await readKeptFiles(userId)).size > 0;
}

function forgetTexts(userId: number | string): void {
  try {
    const prefix = keyOf(userId, '');
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix)) localStorage.removeItem(key);
    }
  } catch {
    // Where nothing can be stored there is nothing to forget.
  }
}

/** Forgets the files that were kept for the account, among them documents of identity: when its session ends in whatever way. */
export async function forgetFiles(userId: number): Promise<void> {
  try {
    const transaction = (await database()).transaction(STORE, 'readwrite');
    transaction.objectStore(STORE).delete(allOf(userId));
    await done(transaction);
  } catch {
    // As above.
  }
}

/** Forgets everything that was kept for the account: after it was submitted, and at sign-out. */
export async function forgetKept(userId: number): Promise<void> {
  forgetTexts(userId);
  await forgetFiles(userId);
}

/** Whether what was kept then is to go. A time that lies ahead was of a wrong clock. */
const isOld = (keptOn: number) => Math.abs(serverNow() - keptOn) > KEPT_FOR;

/** Forgets what is older than a week, whoever left it. What does not say how old it is gets a week from now. */
export async function forgetOld(): Promise<void> {
  try {
    const owners = Object.keys(localStorage).map((key) => /^aditus\.kept\.(\d+)\./.exec(key)?.[1]);
    for (const owner of new Set(owners)) {
      if (owner === undefined) continue;
      const changedOn = readStored('localStorage', keyOf(owner, CHANGED), isNumber);
      if (changedOn === undefined) store('localStorage', keyOf(owner, CHANGED), serverNow());
      else if (isOld(changedOn)) forgetTexts(owner);
    }
    const transaction = (await database()).transaction(STORE, 'readwrite');
    const request = transaction.objectStore(STORE).openCursor();
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return;
      const file = cursor.value as Partial<KeptFile> & { keptOn?: unknown };
      if (!isNumber(file.keptOn)) cursor.update({ ...file, keptOn: serverNow() });
      else if (isOld(file.keptOn)) cursor.delete();
      cursor.continue();
    };
    await done(transaction);
  } catch {
    // As above.
  }
}

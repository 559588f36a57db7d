import type { FilePayload } from './files';
import { isNumber, isShape, isText, type Guard } from './shape';
import { readStored, store } from './stored';

/**
 * What a person left unfinished stays on this device: texts in local storage, files in IndexedDB. Everything is
 * kept under the id of the account, so that whoever signs in next on this device never meets it.
 */
export interface KeptFile extends FilePayload {
  name: string;
  /** Bytes. */
  size: number;
}

/** The name of an unfinished Data Request. */
export const REQUEST_DRAFT = 'requestDraft';

const isKeptFile = isShape<KeptFile>({ mime: isText, data: isText, name: isText, size: isNumber });

const keyOf = (userId: number, name: string) => `aditus.kept.${userId}.${name}`;

/** The value kept under the name, or undefined when there is nothing that fits. */
export const readKept = <T>(userId: number, name: string, fits: Guard<T>): T | undefined =>
  readStored('localStorage', keyOf(userId, name), fits);

/** Keeps a value, or forgets it when it is undefined; false when the browser refuses. */
export const keep = (userId: number, name: string, value: unknown): boolean =>
  store('localStorage', keyOf(userId, name), value);

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
        files.set((cursor.key as string).slice(fileKey(userId, '').length), file);
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
    if (file) store.put(file, fileKey(userId, slot));
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

/** Forgets everything that was kept for the account: after it was submitted, and at sign-out. */
export async function forgetKept(userId: number): Promise<void> {
  try {
    const prefix = keyOf(userId, '');
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix)) localStorage.removeItem(key);
    }
    const transaction = (await database()).transaction(STORE, 'readwrite');
    transaction.objectStore(STORE).delete(allOf(userId));
    await done(transaction);
  } catch {
    // Where nothing can be stored there is nothing to forget.
  }
}

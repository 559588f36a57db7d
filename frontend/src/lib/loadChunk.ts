import { connection } from '@/api/connection';
import { countCall } from '@/api/pendingCalls';

/** Timeout in milliseconds for loading a part of the client (3 §8). */
const CHUNK_TIMEOUT = 120_000;

/**
 * A part of the client could not be loaded (3 §8). The type is `missing` if the server no longer
 * has it, `error` if the server cannot be reached, and `timeout` if loading took too long.
 */
export class ChunkError extends Error {
  constructor(
    readonly type: 'missing' | 'timeout' | 'error',
    cause?: unknown,
  ) {
    super(`Loading chunk failed (${type})`, { cause });
    this.name = 'ChunkError';
  }
}

const isOfLoading = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|module script failed|preload CSS/i.test(error.message);

/**
 * Loads a part of the client and counts it as a pending call. Rejects with `ChunkError` if it
 * cannot be loaded.
 */
export function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  return countCall(async () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ChunkError('timeout')), CHUNK_TIMEOUT);
    });
    try {
      return await Promise.race([load(), late]);
    } catch (error) {
      if (!isOfLoading(error)) throw error;
      throw new ChunkError((await connection.check()) ? 'missing' : 'error', error);
    } finally {
      clearTimeout(timer);
    }
  });
}

import { connection } from '@/api/connection';
import { countCall } from '@/api/pendingCalls';

/** Milliseconds in which a part of the client has to be loaded (3 §8). */
const CHUNK_TIMEOUT = 120_000;

/**
 * A part of the client that could not be loaded (3 §8): `missing` where the server has it no more, `error` where it
 * cannot be reached.
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

/** Loads a part of the client, counted as a call. The promise is rejected with `ChunkError` where it cannot be loaded. */
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
      throw new ChunkError((await connection.look()) ? 'missing' : 'error', error);
    } finally {
      clearTimeout(timer);
    }
  });
}

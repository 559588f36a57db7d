/** The time limit in milliseconds. Callers continue without the tile. */
const TIMEOUT = 10_000;

/**
 * Reads public hashes of the transparency log, by the paths of C2SP tlog-tiles. Undefined if they
 * cannot be read.
 */
export async function readLogTile(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const answer = await fetch(`${location.origin}/log/tile/${path}`, {
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
  } catch {
    return undefined;
  }
}

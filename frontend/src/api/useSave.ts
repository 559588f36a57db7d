import { type QueryKey } from '@tanstack/react-query';
import { once } from './once';
import { useAct } from './useAct';
import { useRefresh } from './useRefresh';

/** What the server says of a change. */
interface Saved {
  message: string;
}

/** The calls that add a record and change one. */
export interface SaveCalls<Input> {
  /** The path by which one is added. */
  path: string;
  add: (input: Input, headers: { 'Idempotency-Key': string }) => Promise<Saved>;
  change: (id: number, input: Input) => Promise<Saved>;
  /** The messages that are stored for saves that fail; they are logged, and the person reads another (3 §8). */
  failures?: { add?: string; change?: string };
}

/** Adds a record, once however often it is sent, or changes the one with this id. */
export async function saveWith<Input>(
  { path, add, change, failures }: SaveCalls<Input>,
  id: number | undefined,
  input: Input,
): Promise<Saved> {
  try {
    return id === undefined
      ? await once(path, input, (headers) => add(input, headers))
      : await change(id, input);
  } catch (error) {
    const failure = id === undefined ? failures?.add : failures?.change;
    if (failure) console.error(failure, error);
    throw error;
  }
}

/**
 * Adds a record, once however often it is sent, or changes the one with this id. Afterwards the queries with these keys are read
 * again, or all where there are none.
 */
export function useSave<Input>(
  id: number | undefined,
  calls: SaveCalls<Input>,
  ...refreshed: readonly QueryKey[]
) {
  return useAct({
    mutationFn: (input: Input) => saveWith(calls, id, input),
    ...useRefresh(...refreshed),
  });
}

/** Deletes a record to which nothing refers. Afterwards the queries with these keys are read again, or all where there are none. */
export function useRemove(remove: () => Promise<unknown>, ...refreshed: readonly QueryKey[]) {
  return useAct({
    mutationFn: async () => {
      await remove();
    },
    ...useRefresh(...refreshed),
  });
}

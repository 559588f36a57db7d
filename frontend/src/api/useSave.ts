import type { BodyOf, Operation, PathPrefix, PathsOf } from './operations';
import { send, sendOnce } from './send';
import { useAct } from './useAct';
import { useRefresh } from './useRefresh';

/** What the server says of a change. */
interface Saved {
  message: string;
}

/** The messages that are stored for saves that fail; they are logged, and the person reads another (3 §8). */
interface Failures {
  add?: string;
  change?: string;
}

/** The calls that add a record and change one. */
export interface SaveCalls<Input> {
  /** Adds one, once however often it is sent. */
  add: (input: Input) => Promise<Saved>;
  change: (id: number, input: Input) => Promise<Saved>;
  failures?: Failures;
}

/** The paths whose calls take this input. */
type PathsTaking<Method extends string, Input> = {
  [Path in PathsOf<Method>]: Input extends BodyOf<Operation<Method, Path>> ? Path : never;
}[PathsOf<Method>];

/** The calls of a record that is sent as it is. The path of a change has the id as its only parameter. */
export function saveCalls<Input>(
  add: PathsTaking<'post', Input>,
  change: PathsTaking<'put', Input>,
  failures?: Failures,
): SaveCalls<Input> {
  const post = sendOnce as unknown as (path: string, sent: { body: Input }) => Promise<Saved>;
  const put = send as unknown as (
    method: 'put',
    path: string,
    sent: { params: object; body: Input },
  ) => Promise<Saved>;
  const name = /{(.+)}/.exec(change)?.[1] ?? 'id';
  return {
    add: (input) => post(add, { body: input }),
    change: (id, input) => put('put', change, { params: { path: { [name]: id } }, body: input }),
    failures,
  };
}

/** Adds a record, or changes the one with this id. */
export async function saveWith<Input>(
  { add, change, failures }: SaveCalls<Input>,
  id: number | undefined,
  input: Input,
): Promise<Saved> {
  try {
    return id === undefined ? await add(input) : await change(id, input);
  } catch (error) {
    const failure = id === undefined ? failures?.add : failures?.change;
    if (failure) console.error(failure, error);
    throw error;
  }
}

/** Adds a record, or changes the one with this id. Afterwards the calls below these paths are read again. */
export function useSave<Input>(
  id: number | undefined,
  calls: SaveCalls<Input>,
  ...refreshed: readonly [PathPrefix, ...PathPrefix[]]
) {
  return useAct({
    mutationFn: (input: Input) => saveWith(calls, id, input),
    ...useRefresh(...refreshed),
  });
}

/** Deletes a record to which nothing refers. Afterwards the calls below these paths are read again. */
export function useRemove(
  remove: () => Promise<unknown>,
  ...refreshed: readonly [PathPrefix, ...PathPrefix[]]
) {
  return useAct({
    mutationFn: async () => {
      await remove();
    },
    ...useRefresh(...refreshed),
  });
}

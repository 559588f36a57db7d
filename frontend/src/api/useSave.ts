import type { BodyOf, Operation, PathPrefix, PathsOf } from './operations';
import { send, sendOnce } from './send';
import { useAct } from './useAct';
import { useRefresh } from './useRefresh';

interface Saved {
  message: string;
}

/** The texts that are logged for failed saves. The user sees another message (3 §8). */
interface Failures {
  add?: string;
  change?: string;
}

export interface SaveCalls<Input> {
  /** Adds a record, only once even if the call is repeated. */
  add: (input: Input) => Promise<Saved>;
  change: (id: number, input: Input) => Promise<Saved>;
  failures?: Failures;
}

type PathsTaking<Method extends string, Input> = {
  [Path in PathsOf<Method>]: Input extends BodyOf<Operation<Method, Path>> ? Path : never;
}[PathsOf<Method>];

/**
 * Returns the calls of a record that is sent unchanged. The path of a change has the id as its only
 * parameter.
 */
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

/**
 * Adds a record, or changes the record with this id. Afterwards the queries below these paths are
 * invalidated.
 */
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

/** Deletes a record by `remove`. Afterwards the queries below these paths are invalidated. */
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

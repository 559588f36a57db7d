import {
  useMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { withPassword } from './password';

/**
 * A mutation that runs one call at a time: `mutate` does nothing while another call is pending,
 * unless `reset` discarded that call. `isPending` alone is not enough: it is rendered only after
 * the first click of a double click. The second click would send the call again, and only its
 * outcome would be shown. A call that needs a recently confirmed password asks for it and is
 * repeated (`withPassword`).
 */
export function useAct<Data, Input = void, Context = unknown>({
  mutationFn,
  ...options
}: UseMutationOptions<Data, Error, Input, Context>): UseMutationResult<
  Data,
  Error,
  Input,
  Context
> {
  const running = useRef<true>(undefined);
  const mutation = useMutation<Data, Error, Input, Context>({
    ...options,
    mutationFn: mutationFn && ((...call) => withPassword(() => mutationFn(...call))),
  });
  const { mutate, reset, isPending, submittedAt } = mutation;
  // Released by an effect, once the outcome is rendered: a quick response can arrive between the
  // two clicks of a double click.
  useEffect(() => {
    if (!isPending) running.current = undefined;
  }, [isPending, submittedAt]);
  const act = useCallback<typeof mutate>(
    (...call) => {
      if (running.current) return;
      running.current = true;
      mutate(...call);
    },
    [mutate],
  );
  const giveUp = useCallback(() => {
    running.current = undefined;
    reset();
  }, [reset]);
  return { ...mutation, mutate: act, reset: giveUp };
}

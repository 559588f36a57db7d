import {
  useMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { withPassword } from './password';

/**
 * A call that changes something, of which one runs at a time: `mutate` does nothing while another is under way, unless that was given up
 * by `reset`. `isPending` is shown a moment after the first click of a double click; the second one would send the call again, and its
 * answer alone would be heard. A call that needs the password of the last minutes asks for it and is made again (`withPassword`).
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
  // The next call may begin once the answer is shown: a quick answer comes between the two clicks of a double click.
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

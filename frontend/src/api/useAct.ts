import {
  useMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/**
 * A call that changes something, of which one runs at a time: `mutate` does nothing while another is under way, unless that was given up
 * by `reset`. `isPending` is shown a moment after the first click of a double click; the second one would send the call again, and its
 * answer alone would be heard.
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
  const running = useRef<symbol>(undefined);
  const mutation = useMutation<Data, Error, Input, Context>({
    ...options,
    mutationFn: async (input, context) => {
      const run = running.current;
      try {
        if (!mutationFn) throw new Error('An act needs a call');
        return await mutationFn(input, context);
      } finally {
        if (running.current === run) running.current = undefined;
      }
    },
  });
  const { mutate, reset } = mutation;
  const act = useCallback<typeof mutate>(
    (...call) => {
      if (running.current) return;
      running.current = Symbol('run');
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

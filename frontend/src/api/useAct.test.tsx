import { act, renderHook, waitFor } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { useAct } from './useAct';

/** Renders a mutation whose calls the test answers. */
function setUp() {
  const answers: { resolve: (answer: string) => void; reject: (error: Error) => void }[] = [];
  const call = vi.fn(
    () => new Promise<string>((resolve, reject) => answers.push({ resolve, reject })),
  );
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useAct({ mutationFn: call }), { wrapper });
  const answer = (at: number) => {
    const found = answers[at];
    if (!found) throw new Error(`Nothing was sent for the ${at}th time`);
    return found;
  };
  return { call, result, answer };
}

it('sends one call for a double click and reports its result', async () => {
  const { call, result, answer } = setUp();
  const [first, second] = [vi.fn(), vi.fn()];
  act(() => {
    result.current.mutate(undefined, { onSuccess: first });
    result.current.mutate(undefined, { onSuccess: second });
  });
  await waitFor(() => expect(call).toHaveBeenCalledOnce());
  answer(0).resolve('done');
  await waitFor(() => expect(first).toHaveBeenCalledOnce());
  expect(second).not.toHaveBeenCalled();
  expect(call).toHaveBeenCalledOnce();
});

it.each(['resolve', 'reject'] as const)('sends another call after a %s', async (how) => {
  const { call, result, answer } = setUp();
  act(() => result.current.mutate());
  await waitFor(() => expect(call).toHaveBeenCalledOnce());
  if (how === 'resolve') answer(0).resolve('done');
  else answer(0).reject(new Error('lost'));
  await waitFor(() => expect(result.current.isPending).toBe(false));
  act(() => result.current.mutate());
  await waitFor(() => expect(call).toHaveBeenCalledTimes(2));
});

it('sends another call immediately after a reset', async () => {
  const { call, result, answer } = setUp();
  act(() => result.current.mutate());
  await waitFor(() => expect(call).toHaveBeenCalledOnce());
  act(() => {
    result.current.reset();
    result.current.mutate();
  });
  await waitFor(() => expect(call).toHaveBeenCalledTimes(2));
  answer(0).reject(new Error('aborted'));
  act(() => result.current.mutate());
  expect(call).toHaveBeenCalledTimes(2);
});

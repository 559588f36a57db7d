import { renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { signInAs } from '@/testing/render';
import { ApiError } from './errors';
import { usePasswordQuestion, withPassword } from './password';
import { session } from './session';

const refusal = (code: number) => new ApiError(403, code, 'Enter your password to go on.');

/** A call that the server refuses until the password is confirmed. */
const callThatNeeds = () =>
  vi.fn<() => Promise<string>>().mockRejectedValueOnce(refusal(607)).mockResolvedValue('done');

const question = () => renderHook(() => usePasswordQuestion()).result;

it('repeats the call once the password is confirmed', async () => {
  const shown = question();
  const call = callThatNeeds();
  const answer = withPassword(call);
  await waitFor(() => expect(shown.current).toBeDefined());
  shown.current?.onConfirmed();
  await expect(answer).resolves.toBe('done');
  expect(call).toHaveBeenCalledTimes(2);
  await waitFor(() => expect(shown.current).toBeUndefined());
});

it('fails with the original refusal if the password is not confirmed', async () => {
  const shown = question();
  const call = callThatNeeds();
  const answer = withPassword(call);
  const failed = expect(answer).rejects.toMatchObject({ code: 607 });
  await waitFor(() => expect(shown.current).toBeDefined());
  shown.current?.onClose();
  await failed;
  expect(call).toHaveBeenCalledOnce();
});

it('asks once for concurrent calls', async () => {
  const shown = question();
  const answers = Promise.all([withPassword(callThatNeeds()), withPassword(callThatNeeds())]);
  await waitFor(() => expect(shown.current).toBeDefined());
  shown.current?.onConfirmed();
  await expect(answers).resolves.toEqual(['done', 'done']);
});

it('closes the question when the session ends', async () => {
  signInAs('Super User');
  const shown = question();
  const failed = expect(withPassword(callThatNeeds())).rejects.toMatchObject({ code: 607 });
  await waitFor(() => expect(shown.current).toBeDefined());
  session.lose();
  await failed;
  await waitFor(() => expect(shown.current).toBeUndefined());
});

it('does not ask if a call is refused for another reason', async () => {
  const shown = question();
  const call = vi.fn().mockRejectedValue(refusal(403));
  await expect(withPassword(call)).rejects.toMatchObject({ code: 403 });
  expect(shown.current).toBeUndefined();
});

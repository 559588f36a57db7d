import { renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { signInAs } from '@/testing/render';
import { ApiError } from './errors';
import { usePasswordQuestion, withPassword } from './password';
import { session } from './session';

const needed = new ApiError(403, 'Enter your password to continue.', { reason: 'password_needed' });

/** A call that the server refuses until the password is confirmed. */
const callThatNeeds = () =>
  vi.fn<() => Promise<string>>().mockRejectedValueOnce(needed).mockResolvedValue('done');

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
  const failed = expect(answer).rejects.toBe(needed);
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
  const failed = expect(withPassword(callThatNeeds())).rejects.toBe(needed);
  await waitFor(() => expect(shown.current).toBeDefined());
  session.lose();
  await failed;
  await waitFor(() => expect(shown.current).toBeUndefined());
});

it('does not ask if a call is refused for another reason', async () => {
  const shown = question();
  const refused = new ApiError(403, 'Your role does not allow this.', {
    reason: 'role_not_allowed',
  });
  await expect(withPassword(() => Promise.reject(refused))).rejects.toBe(refused);
  expect(shown.current).toBeUndefined();
});

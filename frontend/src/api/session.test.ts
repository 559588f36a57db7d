import { afterEach, expect, it, vi } from 'vitest';
import { makeRole, makeUser } from '@/testing/factories';
import { session } from './session';

afterEach(session.end);

it('notifies subscribers only when the account changes', () => {
  const { token, ...known } = makeUser();
  session.begin({ ...known, token }, 'token');
  const listener = vi.fn();
  const stop = session.subscribe(listener);
  // Only the response to a sign-in contains the token.
  session.refresh(known);
  expect(listener).not.toHaveBeenCalled();
  session.refresh({ ...known, fname: 'Nthabiseng' });
  expect(listener).toHaveBeenCalledOnce();
  session.refresh({ ...known, fname: 'Nthabiseng', assigned_roles: [makeRole('Data Officer')] });
  expect(listener).toHaveBeenCalledTimes(2);
  expect(session.get()?.role?.role).toBe('Data Officer');
  stop();
});

import { afterEach, expect, it, vi } from 'vitest';
import { makeRole, makeUser } from '@/testing/factories';
import { session } from './session';

afterEach(session.end);

it('notifies subscribers only when the account changes', () => {
  const { token, ...known } = makeUser();
  session.begin({ ...known, token }, 'token');
  const told = vi.fn();
  const stop = session.subscribe(told);
  // Only the response to a sign-in contains the token.
  session.refresh(known);
  expect(told).not.toHaveBeenCalled();
  session.refresh({ ...known, fname: 'Nthabiseng' });
  expect(told).toHaveBeenCalledOnce();
  session.refresh({ ...known, fname: 'Nthabiseng', assigned_roles: [makeRole('Data Officer')] });
  expect(told).toHaveBeenCalledTimes(2);
  expect(session.get()?.role?.role).toBe('Data Officer');
  stop();
});

import { useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { http } from 'msw';
import { expect, it, vi } from 'vitest';
import { session } from '@/api/session';
import { everyRole } from '@/components/roles/queries';
import { makeRole, makeUser } from '@/testing/factories';
import { answer, refuse, server, url } from '@/testing/server';
import Queries from './Queries';

function Roles() {
  const { data, error } = useQuery(everyRole());
  return <p>{error?.message ?? data?.map(({ role }) => role).join() ?? 'Loading'}</p>;
}

it('logs the stored message of a list that fails, and shows the message of the answer', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(http.get(url('users/role'), () => refuse(403, 'Your role does not allow this.')));
  render(
    <Queries>
      <Roles />
    </Queries>,
  );
  expect(await screen.findByText('Your role does not allow this.')).toBeVisible();
  expect(logged).toHaveBeenCalledExactlyOnceWith(
    'Error retrieving roles data',
    expect.objectContaining({ status: 403 }),
  );
  logged.mockRestore();
});

it('asks again what was under way when the role came', async () => {
  const user = makeUser({ assigned_roles: [] });
  session.begin(user, 'token');
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const calls: string[] = [];
  server.use(
    http.get(url('users/role'), async () => {
      calls.push('asked');
      const isFirst = calls.length === 1;
      await arrived;
      const role = isFirst ? 'Asked for before' : 'Data Requester';
      return answer([{ role_id: 1, role, role_description: '' }]);
    }),
  );
  render(
    <Queries>
      <Roles />
    </Queries>,
  );
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  act(() => session.refresh({ ...user, assigned_roles: [makeRole('Data Requester')] }));
  arrive();
  expect(await screen.findByText('Data Requester')).toBeVisible();
});

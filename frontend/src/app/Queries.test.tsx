import { useQuery, useQueryClient } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { http } from 'msw';
import { useEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { session } from '@/api/session';
import { everyRole } from '@/shared/roles/queries';
import { makeRole, makeUser } from '@/testing/factories';
import { answer, refuse, server, url } from '@/testing/server';
import Queries from './Queries';

function Roles() {
  const { data, error } = useQuery(everyRole());
  return <p>{error?.message ?? data?.map(({ role }) => role).join() ?? 'Loading'}</p>;
}

it('logs the stored message of a failed list, and shows the message of the server', async () => {
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

it('repeats pending queries when the role changes', async () => {
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

it('renders an answer after the click if it arrives while a pointer is down', async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  server.use(
    http.get(url('users/role'), async () => {
      await arrived;
      return answer([{ role_id: 1, role: 'Data Requester', role_description: '' }]);
    }),
  );
  const seen = vi.fn<(role: HTMLElement | null) => void>();
  const arrivals = vi.fn<(status: string) => void>();
  const Arrivals = () => {
    const client = useQueryClient();
    useEffect(
      () => client.getQueryCache().subscribe(({ query }) => arrivals(query.state.status)),
      [client],
    );
    return null;
  };
  render(
    <Queries>
      <button onClick={() => seen(screen.queryByText('Data Requester'))}>Press</button>
      <Roles />
      <Arrivals />
    </Queries>,
  );
  const button = screen.getByRole('button');
  fireEvent.pointerDown(button);
  arrive();
  await vi.waitFor(() => expect(arrivals).toHaveBeenCalledWith('success'));
  fireEvent.pointerUp(button);
  fireEvent.click(button);
  expect(seen).toHaveBeenCalledExactlyOnceWith(null);
  expect(await screen.findByText('Data Requester')).toBeVisible();
});

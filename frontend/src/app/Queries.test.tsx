import { useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { http } from 'msw';
import { expect, it, vi } from 'vitest';
import { everyRole } from '@/components/roles/queries';
import { refuse, server, url } from '@/testing/server';
import Queries from './Queries';

function Roles() {
  const { error } = useQuery(everyRole());
  return <p>{error?.message}</p>;
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

import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { session } from '@/api/session';
import { keepDrawing } from '@/features/procedures/drawing/keptDrawing';
import { makeRole, makeUser } from '@/testing/factories';
import { renderApp, signInAs } from '@/testing/render';
import { answer, server, url } from '@/testing/server';

it('asks before changes of a procedure go that are not saved', async () => {
  const user_id = makeUser().user_id;
  const nothing = { stages: [], links: [] };
  signInAs('Super User');
  keepDrawing(user_id, 5, { row_version: 1, before: nothing, now: nothing });
  server.use(
    http.get(url('users/detailuser'), () =>
      answer(null, { user: makeUser({ assigned_roles: [makeRole('Super User')] }) }),
    ),
    http.post(url('users/signout'), () => answer(null)),
  );
  const { user } = renderApp('/contact-us');
  const leave = async () => {
    await user.click(await screen.findByRole('button', { name: 'Your account' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  };
  await leave();
  expect(await screen.findByText(/changes of an approval procedure are not saved/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
  expect(session.get()).not.toBeNull();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  keepDrawing(user_id, 5);
  await leave();
  await waitFor(() => expect(session.get()).toBeNull());
});

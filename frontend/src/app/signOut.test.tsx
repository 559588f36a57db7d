import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { session } from '@/api/session';
import { keepLocalDrawing } from '@/features/procedures/drawing/localDrawing';
import { hasUnsavedForm, keepLocalCopy } from '@/lib/localCopies';
import { makeRole, makeUser } from '@/testing/factories';
import { renderApp, signInAs } from '@/testing/render';
import { answer, server, url } from '@/testing/server';
import { violationsOf } from '@/testing/violations';

const user_id = makeUser().user_id;
const nothing = { stages: [], links: [] };
const cells = { 7: { id: 7, rowVersion: 1, base: { name: 'a' }, changed: { name: 'b' } } };

it.each([
  [
    'of a procedure',
    /changes to an approval procedure are not saved/,
    (kept: boolean) =>
      keepLocalDrawing(
        user_id,
        5,
        kept ? { row_version: 1, before: nothing, now: nothing } : undefined,
      ),
  ],
  [
    'of variables',
    /changes to tables or variables of the dictionary are not saved/,
    (kept: boolean) => keepLocalCopy(user_id, 'sheet.variables.31', kept ? cells : undefined),
  ],
])('asks before it discards unsaved changes %s', async (_, warning, setKept) => {
  signInAs('Super User');
  setKept(true);
  server.use(
    http.get(url('users/detailuser'), () =>
      answer(null, { user: makeUser({ assigned_roles: [makeRole('Super User')] }) }),
    ),
    http.post(url('users/signout'), () => answer(null)),
  );
  const { user } = renderApp('/contact-us');
  const pressLogout = async () => {
    await user.click(await screen.findByRole('button', { name: 'Your account' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  };
  await pressLogout();
  expect(await screen.findByText(warning)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
  expect(session.get()).not.toBeNull();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  setKept(false);
  await pressLogout();
  await waitFor(() => expect(session.get()).toBeNull());
});

it('deletes stored values even if the session is lost before the sign-out is answered', async () => {
  signInAs('Super User');
  keepLocalCopy(user_id, 'form.add topic', { value: { topic: 'Births' } });
  server.use(
    http.get(url('users/detailuser'), () =>
      answer(null, { user: makeUser({ assigned_roles: [makeRole('Super User')] }) }),
    ),
    http.post(url('users/signout'), () => {
      session.lose();
      return answer(null);
    }),
  );
  const { user } = renderApp('/contact-us');
  await user.click(await screen.findByRole('button', { name: 'Your account' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  await waitFor(() => expect(hasUnsavedForm(user_id)).toBe(false));
  expect(session.wasLost()).toBe(false);
});

async function signOut(respond: () => Response) {
  signInAs('Super User');
  server.use(
    http.get(url('users/detailuser'), () =>
      answer(null, { user: makeUser({ assigned_roles: [makeRole('Super User')] }) }),
    ),
    http.post(url('users/signout'), respond),
  );
  const { user } = renderApp('/contact-us');
  await user.click(await screen.findByRole('button', { name: 'Your account' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/home'));
  expect(session.get()).toBeNull();
  return user;
}

it('offers to sign out of the provider with which the session began', async () => {
  const address = 'https://id.ministry.example/logout?client_id=aditus';
  const user = await signOut(() =>
    answer({ sign_out_at: { label: 'Ministry of Health', address } }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'You are signed out' }));
  expect(
    dialog.getByText(/^You are signed out of Aditus\. Also sign out of Ministry of Health\?/),
  ).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Sign out of Ministry of Health' })).toHaveAttribute(
    'href',
    address,
  );
  expect(await violationsOf(screen.getByRole('dialog'))).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Stay signed in there' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it.each([
  ['the session began with the password', () => answer({ sign_out_at: null })],
  ['the server is of the previous version', () => answer(null)],
  ['the server does not respond', () => HttpResponse.error()],
])('signs out without an offer if %s', async (_, respond) => {
  await signOut(respond);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

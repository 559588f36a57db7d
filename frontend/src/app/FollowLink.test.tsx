import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { session } from '@/api/session';
import { openSignIn } from '@/lib/accountDialog';
import { pendingLink } from '@/lib/pendingLink';
import { makeRole, makeUser } from '@/testing/factories';
import { renderApp, signInAs } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';

const link = '/notifications?tab=unread&as=Data+Officer';
const location = () => screen.getByTestId('location').textContent;

/** Serves an account with these roles, of which the first is selected. */
function person(...names: Parameters<typeof makeRole>[0][]) {
  const user = makeUser({ assigned_roles: names.map((name) => makeRole(name)) });
  const selected: unknown[] = [];
  server.use(
    http.get(url('users/detailuser'), () => answer(user, { user })),
    http.get(url('notifications/all-user-notifications'), () => answerList([])),
    http.post(url('users/signin'), () => answer(null, { user })),
    http.post(url('users/signout'), () => answer(null)),
    http.put(url('users/selected-role'), async ({ request }) => {
      selected.push(await request.json());
      return answer(null);
    }),
  );
  return { user, selected };
}

const arrived = () => waitFor(() => expect(location()).toBe('/notifications?tab=unread'));

it('asks a guest to sign in, and then opens the address in the role of the link', async () => {
  const { selected } = person('Data Custodian', 'Data Officer');
  const { user } = renderApp(link);
  const dialog = await screen.findByRole('dialog', { name: 'Sign In' });
  expect(dialog).toBeVisible();
  await waitFor(() => expect(location()).toBe('/home'));
  await user.type(screen.getByLabelText(/Email or phone/), 'naledi@people.example');
  await user.type(screen.getByLabelText(/^Password/), 'Secret-2026');
  await user.click(screen.getAllByRole('button', { name: 'Sign In' }).at(-1)!);
  await arrived();
  expect(session.get()?.role?.role).toBe('Data Officer');
  expect(selected).toEqual([{ assigned_role_id: makeRole('Data Officer').assigned_role_id }]);
});

it('leaves the focus in the sign-in dialog when the screen below it changes', async () => {
  renderApp('/about-aditus');
  await screen.findByRole('heading', { level: 1 });
  act(openSignIn);
  const username = await screen.findByLabelText(/Email or phone/);
  await waitFor(() => expect(username).toHaveFocus());
  fireEvent.click(screen.getAllByRole('link', { name: 'Home', hidden: true })[0]!);
  await waitFor(() => expect(location()).toBe('/home'));
  expect(username).toHaveFocus();
});

it('returns to the address and role in which the session ended', async () => {
  const { user: someone, selected } = person('Data Custodian', 'Data Officer');
  history.replaceState(null, '', '/notifications?tab=unread');
  pendingLink.setCurrent({ userId: someone.user_id, role: 'Data Officer' });
  history.replaceState(null, '', '/');
  const { user } = renderApp('/login');
  await user.type(await screen.findByLabelText(/Email or phone/), 'naledi@people.example');
  await user.type(screen.getByLabelText(/^Password/), 'Secret-2026');
  await user.click(screen.getAllByRole('button', { name: 'Sign In' }).at(-1)!);
  expect(await screen.findByText('You are now working as Data Officer.')).toBeVisible();
  await arrived();
  expect(session.get()?.role?.role).toBe('Data Officer');
  expect(selected).toHaveLength(1);
});

it('forgets the link when the dialog is closed', async () => {
  person('Data Analyst');
  const { user } = renderApp(link);
  await screen.findByRole('dialog', { name: 'Sign In' });
  await user.click(screen.getByRole('button', { name: /close/i }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getAllByRole('button', { name: 'Sign In' })[0]!);
  await user.type(await screen.findByLabelText(/Email or phone/), 'naledi@people.example');
  await user.type(screen.getByLabelText(/^Password/), 'Secret-2026');
  await user.click(screen.getAllByRole('button', { name: 'Sign In' }).at(-1)!);
  await waitFor(() => expect(location()).toBe('/analyst/home'));
});

it('switches from another role to the role of the link', async () => {
  const { user, selected } = person('Data Custodian', 'Data Officer');
  session.begin(user, 'token');
  renderApp(link);
  await arrived();
  expect(await screen.findByText('You are now working as Data Officer.')).toBeVisible();
  expect(session.get()?.role?.role).toBe('Data Officer');
  expect(selected).toHaveLength(1);
});

it.each(['Data+Officer', 'Org+User'])('does not switch the role for the link: %s', async (as) => {
  const { user, selected } = person('Data Officer');
  session.begin(user, 'token');
  renderApp(`/notifications?tab=unread&as=${as}`);
  await arrived();
  expect(selected).toEqual([]);
});

it('names the role of the link to a user without it, and offers to sign in with another account', async () => {
  const { selected } = person('Data Custodian');
  signInAs('Data Custodian');
  const { user } = renderApp(link);
  expect(await screen.findByText('This link is for the role Data Officer')).toBeVisible();
  expect(screen.getByText(/do not have that role/)).toBeVisible();
  expect(selected).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Use another account' }));
  expect(await screen.findByRole('dialog', { name: 'Sign In' })).toBeVisible();
  expect(session.get()).toBeNull();
});

it('offers to try again when the role could not be selected', async () => {
  const { user } = person('Data Custodian', 'Data Officer');
  session.begin(user, 'token');
  server.use(http.put(url('users/selected-role'), () => refuse(503, 'The database rests')));
  renderApp(link);
  expect(await screen.findByText('The database rests')).toBeVisible();
  expect(screen.getByRole('button', { name: /try again/i })).toBeVisible();
});

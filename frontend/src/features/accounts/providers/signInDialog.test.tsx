import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { makeRole, makeUser } from '@/testing/factories';
import { renderApp } from '@/testing/render';
import { answer, refuse, server, url } from '@/testing/server';
import { violationsOf } from '@/testing/violations';
import { lastWay } from './lastWay';
import { trip } from './trip';
import { campus, forgetQueries, ministry, offerProviders, PROVIDER_ADDRESS } from './testing';

beforeEach(forgetQueries);

async function openDialog() {
  const { user } = renderApp('/login');
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign In' }));
  return { user, dialog };
}

const ways = () =>
  screen
    .getAllByRole('button', { name: /^(Continue with|Sign In$)/ })
    .map((button) => button.textContent);

it('offers the providers below the form', async () => {
  offerProviders(ministry, campus);
  const { dialog } = await openDialog();
  expect(dialog.getByLabelText(/Email or phone/)).toBeVisible();
  expect(await dialog.findByRole('button', { name: 'Continue with Campus Login' })).toBeVisible();
  expect(ways()).toEqual([
    'Sign In',
    'Continue with Ministry of Health',
    'Continue with Campus Login',
  ]);
  expect(dialog.getByText('or')).toBeVisible();
  expect(dialog.queryByText('Used last time')).not.toBeInTheDocument();
  expect(await violationsOf(screen.getByRole('dialog'))).toEqual([]);
});

it('shows the form before the providers are known', async () => {
  server.use(http.get(url('users/providers'), () => new Promise(() => {})));
  const { dialog } = await openDialog();
  expect(dialog.getByLabelText(/Email or phone/)).toHaveFocus();
  expect(ways()).toEqual(['Sign In']);
});

it.each([
  ['none are offered', () => answer([])],
  ['the list fails', () => refuse(500, 'inner words', { reason: 'internal' })],
])('shows the form alone if %s', async (_, list) => {
  lastWay.set('password');
  const asked = vi.fn();
  server.use(
    http.get(url('users/providers'), () => {
      asked();
      return list();
    }),
  );
  const { dialog } = await openDialog();
  await waitFor(() => expect(asked).toHaveBeenCalled());
  expect(ways()).toEqual(['Sign In']);
  expect(dialog.queryByText('or')).not.toBeInTheDocument();
  expect(dialog.queryByText('Used last time')).not.toBeInTheDocument();
});

it('leaves for the provider once, even after a double click', async () => {
  const { begun, left } = offerProviders(ministry, campus);
  const { user, dialog } = await openDialog();
  await user.dblClick(
    await dialog.findByRole('button', { name: 'Continue with Ministry of Health' }),
  );
  await waitFor(() => expect(left).toEqual([PROVIDER_ADDRESS]));
  expect(begun).toEqual([{ provider: 'ministry' }]);
  expect(trip.get()).toEqual(ministry);
  for (const name of ['Continue with Campus Login', 'Sign In']) {
    expect(dialog.getByRole('button', { name })).toBeDisabled();
  }
});

it('can be used again after Back shows the page as it was left', async () => {
  offerProviders(ministry);
  const { user, dialog } = await openDialog();
  const button = await dialog.findByRole('button', { name: 'Continue with Ministry of Health' });
  await user.click(button);
  await waitFor(() => expect(button).toBeDisabled());
  const shown = new Event('pageshow');
  Object.defineProperty(shown, 'persisted', { value: true });
  act(() => void fireEvent(window, shown));
  await waitFor(() => expect(button).toBeEnabled());
});

it('says that the provider does not answer, and begins again', async () => {
  const message = 'The sign-in provider does not answer. Try again in a moment.';
  const { left } = offerProviders(ministry);
  server.use(
    http.post(
      url('users/signin/provider'),
      () => refuse(503, message, { reason: 'provider_unreachable' }),
      { once: true },
    ),
  );
  const { user, dialog } = await openDialog();
  const button = await dialog.findByRole('button', { name: 'Continue with Ministry of Health' });
  await user.click(button);
  expect(await dialog.findByText(message)).toBeVisible();
  expect(left).toEqual([]);
  await user.click(button);
  await waitFor(() => expect(left).toEqual([PROVIDER_ADDRESS]));
});

it('offers to try again when the connection is lost', async () => {
  const { left } = offerProviders(ministry);
  server.use(http.post(url('users/signin/provider'), () => HttpResponse.error(), { once: true }));
  const { user, dialog } = await openDialog();
  await user.click(await dialog.findByRole('button', { name: 'Continue with Ministry of Health' }));
  await user.click(await dialog.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(left).toEqual([PROVIDER_ADDRESS]));
});

it('offers the provider of the last sign-in first, before the list has arrived', async () => {
  lastWay.set(campus);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  offerProviders();
  server.use(
    http.get(url('users/providers'), async () => {
      await held;
      return answer([ministry, campus]);
    }),
  );
  const { dialog } = await openDialog();
  const first = dialog.getByRole('button', { name: 'Continue with Campus Login' });
  expect(first).toHaveAccessibleDescription('Used last time');
  release();
  await dialog.findByRole('button', { name: 'Continue with Ministry of Health' });
  expect(ways()).toEqual([
    'Continue with Campus LoginUsed last time',
    'Sign In',
    'Continue with Ministry of Health',
  ]);
  expect(await violationsOf(screen.getByRole('dialog'))).toEqual([]);
});

it('hides the provider of the last sign-in if it is not offered any more', async () => {
  lastWay.set(campus);
  offerProviders(ministry);
  const { dialog } = await openDialog();
  await dialog.findByRole('button', { name: 'Continue with Ministry of Health' });
  expect(dialog.getByText('Continue with Campus Login')).not.toBeVisible();
});

it('remembers a sign-in with the password, and marks it the next time', async () => {
  offerProviders(ministry);
  const account = makeUser({ assigned_roles: [makeRole('Admin')] });
  server.use(
    http.post(url('users/signin'), () => answer(account, { user: account })),
    http.get(url('users/detailuser'), () => answer(account, { user: account })),
    http.post(url('users/signout'), () => answer({ sign_out_at: null })),
  );
  const { user, dialog } = await openDialog();
  await user.type(dialog.getByLabelText(/Email or phone/), 'naledi@university.example');
  await user.type(dialog.getByLabelText(/^Password/), 'Secret-2026!{Enter}');
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/admin/home'));
  expect(lastWay.get()).toBe('password');
  await user.click(await screen.findByRole('button', { name: 'Your account' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  await user.click(await screen.findByRole('button', { name: 'Sign In' }));
  const next = within(await screen.findByRole('dialog', { name: 'Sign In' }));
  await next.findByRole('button', { name: 'Continue with Ministry of Health' });
  expect(next.getByRole('button', { name: 'Sign In' })).toHaveAccessibleDescription(
    'Used last time',
  );
});

it('keeps the message that the organisation signs in with a provider', async () => {
  const message = 'Your organisation signs in with Ministry of Health. Choose it on this page.';
  offerProviders(ministry);
  server.use(
    http.post(url('users/signin'), () =>
      refuse(401, message, { reason: 'provider_required', params: { label: ministry.label } }),
    ),
  );
  const { user, dialog } = await openDialog();
  await user.type(dialog.getByLabelText(/Email or phone/), 'naledi@university.example');
  await user.type(dialog.getByLabelText(/^Password/), 'Secret-2026!{Enter}');
  const alert = await dialog.findByRole('alert');
  expect(alert).toHaveTextContent(message);
  expect(within(alert).queryByRole('button')).not.toBeInTheDocument();
});

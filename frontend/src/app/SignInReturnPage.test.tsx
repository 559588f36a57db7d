import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { StrictMode } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { session } from '@/api/session';
import { lastWay } from '@/features/accounts/providers/lastWay';
import { provenIdentity } from '@/features/accounts/providers/provenIdentity';
import {
  forgetQueries,
  makeIdentity,
  makeNotLinked,
  ministry,
  offerProviders,
  PROVIDER_ADDRESS,
} from '@/features/accounts/providers/testing';
import { trip } from '@/features/accounts/providers/trip';
import { forgetForms, formAnswers } from '@/features/accounts/testing';
import { pendingLink } from '@/lib/pendingLink';
import { makeRole, makeUser } from '@/testing/factories';
import { renderApp, renderPart, signInAs } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import { violationsOf } from '@/testing/violations';
import SignInReturnPage from './SignInReturnPage';

const RETURN = '/sign-in/return?state=s1&code=c1';
const ENDED = 'This sign-in has ended, or was completed before. Begin again.';
const admin = makeUser({ assigned_roles: [makeRole('Admin')] });
/** The bodies of the calls, by path. */
const sent: [path: string, body: unknown][] = [];

const take = (path: string, respond: () => Response) =>
  http.post(url(path), async ({ request }) => {
    sent.push([path, await request.json()]);
    return respond();
  });

const refuseReturn = (message: string, reason: string) => () => refuse(401, message, { reason });

/** Answers the return from the provider. */
function returnWith(respond: () => Response) {
  server.use(take('users/signin/provider/return', respond));
}

const notLinked = () => answer({ not_linked: makeNotLinked() });

beforeEach(() => {
  sent.length = 0;
  forgetQueries();
  trip.set(ministry);
  server.use(
    http.get(url('users/detailuser'), () => answer(admin, { user: admin })),
    http.get(url('users/sessions'), () => answerList([])),
    take('users/identities', () => answer({ label: ministry.label })),
  );
  return forgetForms;
});

const location = () => screen.getByTestId('location');

it('signs in, removes the code from the address, and opens the home page', async () => {
  returnWith(() => answer({ user: admin }));
  renderApp(RETURN);
  await waitFor(() => expect(location()).toHaveTextContent('/admin/home'));
  expect(sent).toEqual([
    ['users/signin/provider/return', { state: 's1', code: 'c1', error: '', iss: '' }],
  ]);
  expect(session.get()?.user.user_id).toBe(7);
  expect(lastWay.get()).toEqual(ministry);
});

it('removes the code from the address before the server has answered', async () => {
  server.use(http.post(url('users/signin/provider/return'), () => new Promise(() => {})));
  renderApp(RETURN);
  expect(
    await screen.findByRole('heading', { name: 'Sign in with Ministry of Health' }),
  ).toBeVisible();
  await waitFor(() => expect(location()).toHaveTextContent(/^\/sign-in\/return$/));
});

it('sends each state once, even if React runs its effects twice', async () => {
  returnWith(() => answer({ user: admin }));
  renderPart(
    <StrictMode>
      <SignInReturnPage />
    </StrictMode>,
    RETURN,
  );
  await waitFor(() => expect(session.get()).not.toBeNull());
  await waitFor(() => expect(location()).toHaveTextContent('/admin/home'));
  expect(sent).toHaveLength(1);
});

it('continues to the page of a link from a mail', async () => {
  pendingLink.set('/notifications?tab=unread&as=Admin');
  returnWith(() => answer({ user: admin }));
  server.use(http.get(url('notifications/all-user-notifications'), () => answerList([])));
  renderApp(RETURN);
  await waitFor(() => expect(location()).toHaveTextContent('/notifications?tab=unread'));
});

it.each([
  ['reloads the page', '/sign-in/return'],
  ['opens the address without a state', '/sign-in/return?code=c1'],
])('offers to begin again if the user %s', async (_, path) => {
  const { begun, left } = offerProviders(ministry);
  const { user } = renderApp(path);
  expect(await screen.findByText(ENDED)).toBeVisible();
  expect(sent).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(left).toEqual([PROVIDER_ADDRESS]));
  expect(begun).toEqual([{ provider: 'ministry' }]);
});

it('opens the sign-in dialog for another way', async () => {
  trip.set(null);
  const { user } = renderApp('/sign-in/return');
  expect(await screen.findByText(ENDED)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  expect(await violationsOf(screen.getByRole('main'))).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Sign in another way' }));
  expect(await screen.findByRole('dialog', { name: 'Sign In' })).toBeVisible();
  expect(location()).toHaveTextContent('/login');
});

it.each([
  ['This sign-in has ended. Begin again.', 'sign_in_ended'],
  ['This sign-in took too long. Begin again.', 'sign_in_expired'],
  [
    'The sign-in provider sent an answer that is not valid. Begin again.',
    'provider_answer_invalid',
  ],
  ['Your account is disabled. Contact the administrator.', 'account_disabled'],
])('shows the message of the server: %s', async (message, reason) => {
  returnWith(refuseReturn(message, reason));
  renderApp(RETURN);
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign in another way' })).toBeVisible();
  expect(session.get()).toBeNull();
});

it('passes on the error of the provider', async () => {
  const message = 'The sign-in was not completed at the provider.';
  returnWith(refuseReturn(message, 'provider_not_completed'));
  renderApp('/sign-in/return?state=s1&error=access_denied');
  expect(await screen.findByText(message)).toBeVisible();
  expect(sent[0]?.[1]).toEqual({ state: 's1', code: '', error: 'access_denied', iss: '' });
});

it('says that the connection is lost, and begins once after a double click', async () => {
  const { begun, left } = offerProviders(ministry);
  returnWith(() => HttpResponse.error());
  const { user } = renderApp(RETURN);
  expect(await screen.findByText(/^We can't reach the server right now/)).toBeVisible();
  await user.dblClick(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(left).toEqual([PROVIDER_ADDRESS]));
  expect(begun).toHaveLength(1);
});

it('continues with the second factor', async () => {
  returnWith(() =>
    answer({
      pending_sign_in: {
        pending_token: 'pending-of-naledi',
        step: 'enter_code',
        expires_on: '2027-01-01T12:10:00Z',
      },
    }),
  );
  server.use(take('users/signin/code', () => answer(admin, { user: admin }) as Response));
  const { user } = renderApp(RETURN);
  expect(await screen.findByText(/^You signed in with Ministry of Health\./)).toBeVisible();
  const field = await screen.findByRole('textbox', { name: /^Code/ });
  expect(await violationsOf(screen.getByRole('main'))).toEqual([]);
  await user.type(field, '123456{Enter}');
  await waitFor(() => expect(location()).toHaveTextContent('/admin/home'));
  expect(sent.at(-1)).toEqual([
    'users/signin/code',
    { pending_token: 'pending-of-naledi', code: '123456' },
  ]);
});

it('begins again at the provider if the second factor takes too long', async () => {
  returnWith(() =>
    answer({
      pending_sign_in: {
        pending_token: 'pending-of-naledi',
        step: 'enter_code',
        expires_on: '2027-01-01T12:10:00Z',
      },
    }),
  );
  server.use(
    http.post(url('users/signin/code'), () =>
      refuse(401, 'Enter your username and password again.', { reason: 'sign_in_expired' }),
    ),
  );
  const { user } = renderApp(RETURN);
  await user.type(await screen.findByRole('textbox', { name: /^Code/ }), '123456{Enter}');
  expect(await screen.findByText('This sign-in took too long. Begin again.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

it('explains the choice for an identity without an account, and keeps it over a reload', async () => {
  returnWith(notLinked);
  const { unmount } = renderApp(RETURN);
  const shown = async () => {
    expect(
      await screen.findByRole('heading', { name: 'Continue with Ministry of Health' }),
    ).toBeVisible();
    expect(screen.getByText('Naledi Okafor, naledi.okafor@ministry.example')).toBeVisible();
    expect(screen.getByText(/^An email address alone links nothing/)).toBeVisible();
  };
  await shown();
  expect(await violationsOf(screen.getByRole('main'))).toEqual([]);
  unmount();
  renderApp('/sign-in/return');
  await shown();
  expect(sent).toHaveLength(1);
});

async function signInWithPassword(user: ReturnType<typeof renderApp>['user']) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign In' }));
  await user.type(dialog.getByLabelText(/Email or phone/), 'naledi@university.example');
  await user.type(dialog.getByLabelText(/^Password/), 'Secret-2026!{Enter}');
  return dialog;
}

it('links the identity to the account that signs in with its password', async () => {
  offerProviders(ministry);
  returnWith(notLinked);
  server.use(take('users/signin', () => answer(admin, { user: admin })));
  const { user } = renderApp(RETURN);
  await user.click(
    await screen.findByRole('button', { name: 'I have an account: sign in to link it' }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign In' }));
  expect(dialog.getByText(/^Sign in with your password to link Ministry of Health/)).toBeVisible();
  expect(dialog.queryByRole('button', { name: /^Continue with/ })).not.toBeInTheDocument();
  await signInWithPassword(user);
  expect(
    await screen.findByText('You can now sign in with Ministry of Health.'),
  ).toBeInTheDocument();
  await waitFor(() => expect(location()).toHaveTextContent('/admin/home'));
  expect(sent.slice(1)).toEqual([
    [
      'users/signin',
      {
        username: 'naledi@university.example',
        password: 'Secret-2026!',
        identity_token: 'identity-of-naledi',
      },
    ],
    ['users/identities', { identity_token: 'identity-of-naledi' }],
  ]);
  expect(provenIdentity.get()).toBeNull();
  expect(lastWay.get()).toEqual(ministry);
});

it('does not link the identity after the dialog was closed', async () => {
  returnWith(notLinked);
  const { user } = renderApp(RETURN);
  await user.click(await screen.findByRole('button', { name: /^I have an account/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign In' }));
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(provenIdentity.toLink()).toBeNull();
  expect(provenIdentity.get()).not.toBeNull();
});

it('says that the identity belongs to another account, and continues without it', async () => {
  const message = 'This sign-in is linked to another account.';
  returnWith(notLinked);
  server.use(
    http.post(url('users/signin'), () => answer(admin, { user: admin })),
    http.post(url('users/identities'), () => refuse(409, message, { reason: 'identity_linked' })),
  );
  const { user } = renderApp(RETURN);
  await user.click(await screen.findByRole('button', { name: /^I have an account/ }));
  await signInWithPassword(user);
  expect(await screen.findByText(message)).toBeVisible();
  expect(
    screen.getByRole('button', { name: 'Sign in with Ministry of Health again' }),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Continue without linking' }));
  await waitFor(() => expect(location()).toHaveTextContent('/admin/home'));
  expect(provenIdentity.get()).toBeNull();
});

it('links again when asked after the connection was lost', async () => {
  returnWith(notLinked);
  server.use(
    http.post(url('users/signin'), () => answer(admin, { user: admin })),
    http.post(url('users/identities'), () => HttpResponse.error(), { once: true }),
  );
  const { user } = renderApp(RETURN);
  await user.click(await screen.findByRole('button', { name: /^I have an account/ }));
  await signInWithPassword(user);
  const button = await screen.findByRole('button', { name: 'Link Ministry of Health' });
  expect(await violationsOf(screen.getByRole('main'))).toEqual([]);
  await user.dblClick(button);
  await waitFor(() => expect(location()).toHaveTextContent('/admin/home'));
  expect(sent.filter(([path]) => path === 'users/identities')).toHaveLength(1);
});

it('fills in the registration with what the provider states', async () => {
  formAnswers();
  returnWith(notLinked);
  const { user } = renderApp(RETURN);
  await user.click(await screen.findByRole('button', { name: 'Create an account' }));
  const form = within(await screen.findByRole('dialog', { name: 'Sign Up' }));
  expect(await form.findByText(/^Your new account will be linked with Ministry/)).toBeVisible();
  expect(form.getByLabelText(/First Name/)).toHaveValue('Naledi');
  expect(form.getByLabelText(/Last Name/)).toHaveValue('Okafor');
  expect(form.getByLabelText(/^Email/)).toHaveValue('naledi.okafor@ministry.example');
  await user.click(form.getByRole('button', { name: 'Don’t link' }));
  expect(form.queryByText(/^Your new account will be linked/)).not.toBeInTheDocument();
  expect(provenIdentity.get()).toBeNull();
});

it('does not offer an identity that has expired', async () => {
  const past = new Date(Date.now() - 1000).toISOString();
  returnWith(() => answer({ not_linked: makeNotLinked({ expires_on: past }) }));
  renderApp(RETURN);
  expect(await screen.findByText(ENDED)).toBeVisible();
});

/** Opens the return as a user who began it on the profile. */
function returnSignedIn() {
  signInAs('Admin');
  server.use(http.get(url('users/identities'), () => answer({ identities: [makeIdentity()] })));
  return renderApp(RETURN);
}

it('links at once for a signed-in user, with the password, and returns to the profile', async () => {
  let confirmed = false;
  returnWith(notLinked);
  server.use(
    take('users/identities', () =>
      confirmed
        ? answer({ label: ministry.label })
        : refuse(403, 'Enter your password to continue.', { code: 607, reason: 'password_needed' }),
    ),
    http.post(url('users/confirm-password'), () => {
      confirmed = true;
      return answer(null);
    }),
  );
  const { user } = returnSignedIn();
  await screen.findByRole('dialog', { name: 'Enter your password' });
  await user.type(screen.getByLabelText(/^Your password/), 'Demo-2026!{Enter}');
  expect(
    await screen.findByText('You can now sign in with Ministry of Health.'),
  ).toBeInTheDocument();
  await waitFor(() => expect(location()).toHaveTextContent('/profile?section=security'));
  expect(session.token()).toBe('token-of-naledi');
});

it.each([
  ['the own account', 7, /^You can already sign in with Ministry of Health/],
  ['another account', 8, /^Your sign-in with Ministry of Health is linked to an account already/],
])('keeps the session if the identity is linked to %s', async (_, user_id, message) => {
  const tokens: (string | null)[] = [];
  returnWith(() => answer({ user: { ...admin, user_id, token: 'token-of-new-session' } }));
  server.use(
    http.post(url('users/signout'), ({ request }) => {
      tokens.push(request.headers.get('Authorization'));
      return answer({ sign_out_at: null });
    }),
  );
  returnSignedIn();
  expect(await screen.findByText(message)).toBeInTheDocument();
  await waitFor(() => expect(tokens).toEqual(['Token token-of-new-session']));
  expect(session.token()).toBe('token-of-naledi');
});

it('says to a signed-in user that the return was completed before', async () => {
  returnWith(refuseReturn('This sign-in has ended. Begin again.', 'sign_in_ended'));
  const { user } = returnSignedIn();
  expect(await screen.findByText('This sign-in has ended. Begin again.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back to your account' }));
  await waitFor(() => expect(location()).toHaveTextContent('/profile?section=security'));
});

it('forgets the identity when the session ends', async () => {
  signInAs('Admin');
  renderApp('/contact-us');
  await screen.findByTestId('active-role');
  act(() => provenIdentity.begin(makeNotLinked(), 'choose', true));
  act(() => session.end());
  await waitFor(() => expect(provenIdentity.get()).toBeNull());
});

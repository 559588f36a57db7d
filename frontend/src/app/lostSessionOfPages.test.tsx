import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { refusal } from '@/api/client';
import type { User } from '@/api/models';
import { session } from '@/api/session';
import { forgetForms, formAnswers } from '@/features/accounts/testing';
import { makeRole, makeUser } from '@/testing/factories';
import { renderApp } from '@/testing/render';
import { answer, answerList, server, url } from '@/testing/server';

const superUser = makeUser({ assigned_roles: [makeRole('Super User')] });

/** The forms on pages; `lostSession.test.tsx` has those in dialogs. */
const pages: readonly (readonly [path: string, label: RegExp, text: string])[] = [
  ['/profile', /Designation/, 'Statistician'],
  ['/profile?tab=phone', /New Phone Number/, '+256712345678'],
  ['/profile?tab=email', /New Email Address/, 'naledi@lakeside-clinic.example'],
  ['/addemail', /^Email/, 'naledi@lakeside-clinic.example'],
  ['/superuser/data_dictionary/import', /Data Source/, 'Births of the north'],
];

const location = () => screen.getByTestId('location').textContent;

/** Opens the application at a path, which is also set in the address bar as in a browser. */
function open(path: string) {
  history.replaceState(null, '', path);
  return renderApp(path);
}

/** Simulates an answer of the server which says that the session has ended. */
const loseSession = () =>
  act(() =>
    refusal(
      HttpResponse.json(
        { code: 401, message: 'Not signed in' },
        { status: 401, headers: { 'WWW-Authenticate': 'Token' } },
      ),
    ),
  );

async function signInAgain(user: ReturnType<typeof open>['user'], person: User) {
  server.use(
    http.post(url('users/signin'), () => answer(null, { user: person })),
    http.get(url('users/detailuser'), () => answer(person, { user: person })),
  );
  await screen.findByRole('dialog', { name: 'Sign In' });
  await user.type(screen.getByLabelText(/Email or phone/), 'naledi@people.example');
  await user.type(screen.getByLabelText(/^Password/), 'Secret-2026');
  await user.click(screen.getAllByRole('button', { name: 'Sign In' }).at(-1)!);
}

beforeEach(() => {
  formAnswers();
  server.use(
    http.get(url('users/detailuser'), () => answer(superUser, { user: superUser })),
    http.get(url('data_dictionary/imports'), () => answerList([])),
    http.post(url('users/duplicate-email'), () =>
      answer({ state: false, result_message: '' }, { state: false, result_message: '' }),
    ),
  );
  session.begin(superUser, 'token');
});
afterEach(forgetForms);

it.each(pages)('%s reopens with its values after signing in again', async (...page) => {
  const [path, label, text] = page;
  const { user } = open(path);
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  await user.paste(text);
  await loseSession();
  await waitFor(() => expect(location()).toBe('/home'));

  await signInAgain(user, superUser);
  await waitFor(() => expect(location()).toBe(path));
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveValue(text));
});

it('opens the home of another account that signs in', async () => {
  const { user } = open('/profile');
  const field = await screen.findByLabelText(/Designation/);
  await user.type(field, ' and more');
  await loseSession();
  const other = makeUser({ user_id: 8, assigned_roles: [makeRole('Super User')] });
  await signInAgain(user, other);
  await waitFor(() => expect(location()).toBe('/superuser/home'));
});

it('opens the home of the remaining role if the previous one was withdrawn', async () => {
  const { user } = open('/superuser/data_dictionary/import');
  await screen.findByLabelText(/Data Source/);
  await loseSession();
  await signInAgain(user, makeUser({ assigned_roles: [makeRole('Data Analyst')] }));
  await waitFor(() => expect(location()).toBe('/analyst/home'));
});

it('returns to the address even if the sign-in dialog was closed in between', async () => {
  const { user } = open('/profile?tab=phone');
  await screen.findByLabelText(/New Phone Number/);
  await loseSession();
  await screen.findByRole('dialog', { name: 'Sign In' });
  await user.click(screen.getByRole('button', { name: /close/i }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getAllByRole('button', { name: 'Sign In' })[0]!);
  await signInAgain(user, superUser);
  await waitFor(() => expect(location()).toBe('/profile?tab=phone'));
});

import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connection } from '@/api/connection';
import { session } from '@/api/session';
import { forgetForms, formAnswers } from '@/features/accounts/testing';
import { makeUser } from '@/testing/factories';
import { renderApp } from '@/testing/render';
import { answer, server, url } from '@/testing/server';

interface PageCase {
  path: string;
  /** True if the page is filled in without signing in. */
  guest?: boolean;
  fields: readonly (readonly [label: RegExp, text: string])[];
  send: string;
  call: string;
}

/** The forms on pages; `lostConnection.test.tsx` has those in dialogs. */
const pages: readonly PageCase[] = [
  {
    path: '/profile',
    fields: [[/Designation/, 'Statistician']],
    send: 'Save your profile',
    call: 'users/update_profile/7',
  },
  {
    path: '/profile?tab=email',
    fields: [[/New Email Address/, 'naledi@lakeside-clinic.example']],
    send: 'Send OTP',
    call: 'users/setting-otp',
  },
  {
    path: '/addemail',
    fields: [[/^Email/, 'naledi@lakeside-clinic.example']],
    send: 'Send OTP',
    call: 'users/setting-otp',
  },
  {
    path: '/forgotPassword',
    guest: true,
    fields: [
      [/^Email/, 'naledi@university.example'],
      [/^New Password/, 'Secret-2026!'],
      [/^Confirm Password/, 'Secret-2026!'],
    ],
    send: 'Reset',
    // The page checks the password with the server before it sends a code.
    call: 'users/password-strength',
  },
];

let online = true;
let calls = 0;

function serve(lost: boolean, call: string) {
  server.use(
    http.all('*', ({ request }) => {
      const isMeant = request.method !== 'GET' && request.url.startsWith(url(call));
      if (isMeant) calls += 1;
      if (lost) return HttpResponse.error();
      return isMeant ? answer(null, { user: makeUser() }) : undefined;
    }),
  );
}

function answerUsually(account = makeUser()) {
  formAnswers();
  server.use(
    http.get(url('users/detailuser'), () => answer(account, { user: account })),
    http.post(url('users/duplicate-email'), () =>
      answer({ state: false, result_message: '' }, { state: false, result_message: '' }),
    ),
  );
}

beforeEach(() => {
  calls = 0;
  answerUsually();
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
});
afterEach(async () => {
  online = true;
  server.resetHandlers();
  await connection.check();
  forgetForms();
  vi.restoreAllMocks();
});

it.each(pages)(
  '$path keeps its values while the connection is lost, and only sends them again when asked',
  async ({ path, guest, fields, send, call }) => {
    if (!guest) session.begin(makeUser({ assigned_roles: [] }), 'token');
    const { user } = renderApp(path);
    for (const [label, text] of fields) {
      const field = await screen.findByLabelText(label);
      await user.clear(field);
      await user.paste(text);
    }

    online = false;
    serve(true, call);
    act(() => void dispatchEvent(new Event('offline')));
    await user.click(screen.getByRole('button', { name: send }));
    expect(
      await screen.findByText(/You are offline\. Try again/, { selector: '[role=alert] *' }),
    ).toBeVisible();
    for (const [label, text] of fields) expect(screen.getByLabelText(label)).toHaveValue(text);

    const attempts = calls;
    expect(attempts).toBe(1);
    online = true;
    server.resetHandlers();
    answerUsually();
    serve(false, call);
    await act(() => connection.check());
    expect(connection.get()).toBe('up');
    expect(calls).toBe(attempts);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(calls).toBe(attempts + 1));
  },
);

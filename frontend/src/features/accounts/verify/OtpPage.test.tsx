import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { session } from '@/api/session';
import { closeAccountDialog } from '@/lib/accountDialog';
import { makeUser } from '@/testing/factories';
import { renderApp } from '@/testing/render';
import { answer, refuse, server, url } from '@/testing/server';
import { lastWay } from '../providers/lastWay';
import { provenIdentity } from '../providers/provenIdentity';
import { makeNotLinked, ministry } from '../providers/testing';
import { forgetForms } from '../testing';
import { verification, type Registration } from '../verification';

const TAKEN = 'User with this email or phone number already exists';

afterEach(() => {
  vi.useRealTimers();
  forgetForms();
});

const form: Registration = {
  fname: 'Agnes',
  middle_name: '',
  sname: 'Namara',
  phone: '+256712345678',
  org_email: 'a.namara@mak.ac.ug',
  tentative_organization: 'Village Research Group',
  designation: 'Physician',
  department: 'Paediatrics',
  password: 'Secret-2026',
};

function awaitSignUp(age = 0) {
  verification.keepSecret({ signUp: form });
  verification.begin('signUp', {
    subject: form.org_email,
    sentAt: new Date(Date.now() - age).toISOString(),
    resendAt: new Date(Date.now() - age + 30_000).toISOString(),
  });
}

/** Awaits the code of a registration that links an identity at a provider. */
function awaitLinkedSignUp() {
  provenIdentity.begin(makeNotLinked(), 'choose', false);
  provenIdentity.register();
  closeAccountDialog();
  awaitSignUp();
  verification.keepSecret({ signUp: { ...form, identity_token: 'identity-of-naledi' } });
}

function awaitReset() {
  verification.keepSecret({ reset: { password: 'Secret-2026' } });
  verification.begin('reset', {
    subject: 'a.namara@mak.ac.ug',
    sentAt: new Date().toISOString(),
  });
}

async function open(path = '/otp-page') {
  const { user } = renderApp(path);
  const field = await screen.findByLabelText(/OTP/);
  return {
    user,
    field,
    verify: async (code: string) => {
      if (code) {
        await user.click(field);
        await user.paste(code);
      }
      await user.click(screen.getByRole('button', { name: 'VERIFY' }));
    },
  };
}

/**
 * Makes the server accept the code and return a new account without a role, pending by default.
 * Returns the bodies that are sent.
 */
function acceptCode(pending = true) {
  const account = makeUser({
    assigned_roles: [],
    pending_activation: pending,
    is_active: pending ? 'Disable' : 'Active',
    tentative_organization: 'Village Research Group',
  });
  const sent: unknown[] = [];
  server.use(
    http.post(url('users/verify'), async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({
        code: 200,
        message: 'Your account is registered.',
        user: account,
      });
    }),
    http.get(url('users/detailuser'), () => answer(account, { user: account })),
  );
  return sent;
}

it('asks for the code', async () => {
  awaitSignUp();
  const { verify, field } = await open();
  await verify('');
  expect(await screen.findByText('The OTP code is required')).toBeVisible();
  expect(field).toHaveFocus();
});

it('registers, signs in and confirms the registration', async () => {
  awaitSignUp();
  const sent = acceptCode();
  const { verify } = await open('/otp');
  await verify('123 456');
  expect(await screen.findByRole('heading', { name: 'Your account is registered' })).toBeVisible();
  expect(screen.getByTestId('location')).toHaveTextContent('/registeredSuccessfully');
  expect(sent).toEqual([{ ...form, username: form.org_email, otp: '123456' }]);
  expect(session.get()?.user.fname).toBe('Naledi');
  expect(verification.get('signUp')).toBeUndefined();
});

it('links the identity at a provider to the new account', async () => {
  const sent = acceptCode();
  awaitLinkedSignUp();
  const { verify } = await open();
  await verify('123456');
  await waitFor(() => expect(session.get()).not.toBeNull());
  expect(sent).toEqual([
    { ...form, username: form.org_email, otp: '123456', identity_token: 'identity-of-naledi' },
  ]);
  expect(lastWay.get()).toEqual(ministry);
  expect(provenIdentity.get()).toBeNull();
});

it.each(['identity_proof_expired', 'identity_linked'])(
  'registers without the identity after %s',
  async (reason) => {
    const sent = acceptCode();
    server.use(
      http.post(url('users/verify'), () => refuse(409, 'It took too long.', { reason }), {
        once: true,
      }),
    );
    awaitLinkedSignUp();
    const { user, field, verify } = await open();
    await verify('123456');
    expect(
      await screen.findByText(/^Your new account can’t be linked with the sign-in provider/),
    ).toBeVisible();
    expect(field).toHaveValue('123456');
    await user.click(screen.getByRole('button', { name: 'VERIFY' }));
    await waitFor(() => expect(session.get()).not.toBeNull());
    expect(sent).toEqual([{ ...form, username: form.org_email, otp: '123456' }]);
    expect(lastWay.get()).toBeUndefined();
  },
);

it('leads an account that is already active to its home page', async () => {
  awaitSignUp();
  acceptCode(false);
  const { verify } = await open();
  await verify('123456');
  expect(await screen.findByRole('heading', { name: 'Request Role' })).toBeVisible();
});

it.each([
  [401, 401, 'account_exists', TAKEN, TAKEN],
  [
    400,
    605,
    'code_unknown',
    'This OTP does not exist please try again',
    'This OTP does not exist please try again',
  ],
  [400, 400, 'code_wrong', 'Failed to verify OTP', 'Failed to verify OTP'],
  [503, 606, 'code_not_sent', 'x', 'Failed to send OTP. Resend using the link below'],
  [400, 400, 'code_expired', 'OTP Expired', 'OTP Expired'],
  [500, 500, 'internal', 'inner words', 'Failed to verify OTP'],
])('shows a refusal of %i with code %i, %s', async (status, code, reason, message, shown) => {
  awaitSignUp();
  server.use(http.post(url('users/verify'), () => refuse(status, message, { code, reason })));
  const { verify, field } = await open();
  await verify('123456');
  expect(await screen.findByText(shown)).toBeVisible();
  const dead = ['code_not_sent', 'code_expired', 'code_unknown'].includes(reason);
  expect(screen.queryAllByRole('button', { name: 'Resend OTP' })).toHaveLength(dead ? 1 : 0);
  if (code !== 401) {
    expect(field).toHaveValue('');
    expect(field).toHaveFocus();
  }
  expect(session.get()).toBeNull();
});

it.each([
  ['signUp', 'users/verify', 400, 'Failed to verify OTP', 'Failed to verify OTP. You can try'],
  ['reset', 'users/forgot-password', 605, 'Wrong OTP', 'Wrong OTP. You can try'],
])(
  'continues the countdown after a wrong code, and shows the remaining attempts: %s',
  async (flow, path, code, message, shown) => {
    if (flow === 'signUp') awaitSignUp();
    else awaitReset();
    server.use(
      http.post(url(path), () =>
        refuse(400, message, {
          code,
          reason: 'code_wrong',
          errors: { otp: ['You can try 3 more times.'] },
        }),
      ),
    );
    const { verify, field } = await open();
    await verify('123456');
    expect(await screen.findByText(`${shown} 3 more times.`)).toBeVisible();
    expect(screen.getByText(/^OTP Expires in: /)).toBeVisible();
    expect(field).toHaveFocus();
  },
);

it('reports immediately that the fifth wrong entry has voided the code', async () => {
  awaitSignUp(31_000);
  const void_ = 'This OTP is void after 5 wrong entries, send a new one below';
  server.use(
    http.post(url('users/verify'), () =>
      refuse(400, 'This OTP does not exist please try again', {
        code: 605,
        reason: 'code_void',
        errors: { otp: [void_] },
      }),
    ),
  );
  const { verify } = await open();
  await verify('123456');
  expect(await screen.findByText('This OTP does not exist please try again')).toBeVisible();
  expect(screen.getAllByText(void_)[0]).toBeVisible();
  expect(screen.getByRole('button', { name: 'Resend OTP' })).toBeEnabled();
});

it('lets the user request another code after half a minute, and counts down the waiting time of the server', async () => {
  awaitSignUp(31_000);
  server.use(
    http.post(url('users/verify/resend'), () =>
      refuse(
        429,
        'Too many attempts. Please try again later.',
        { reason: 'too_many_requests' },
        { 'Retry-After': '2400' },
      ),
    ),
  );
  const { user } = await open();
  expect(screen.getByText(/^OTP Expires in: 4:/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Resend OTP' }));
  expect(await screen.findByText(/You can ask for another in (40:00|39:5\d)$/)).toBeVisible();
});

it.each([600_000, -600_000])('counts down with a clock that is %i ms off', async (off) => {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: now + off });
  server.use(
    http.get(url('users/generate-uuid'), () =>
      HttpResponse.json(
        { code: 200, message: 'OK', data: { uuid: '', tracking: false } },
        { headers: { Date: new Date(now).toUTCString() } },
      ),
    ),
    http.post(url('users/verify/resend'), () =>
      HttpResponse.json(
        {
          code: 200,
          message: 'Sent an OTP to a.namara@mak.ac.ug',
          data: new Date(now).toISOString(),
          resend_at: new Date(now + 30_000).toISOString(),
        },
        { headers: { Date: new Date(now).toUTCString() } },
      ),
    ),
  );
  verification.keepSecret({ signUp: form });
  verification.begin('signUp', { subject: form.org_email, sentAt: null });
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Resend OTP' }));
  expect(await screen.findByText(/^OTP Expires in: (5:00|4:5\d)$/)).toBeVisible();
  expect(screen.getByText(/You can ask for another in 0:(3[01]|2\d)$/)).toBeVisible();
});

it("shows the server's error of the form, and links back to the form", async () => {
  awaitSignUp();
  server.use(
    http.post(url('users/verify'), () =>
      refuse(400, 'The Phone does not exist', {
        reason: 'invalid_fields',
        errors: { phone: ['The Phone does not exist'] },
      }),
    ),
  );
  const { verify } = await open();
  await verify('123456');
  expect(await screen.findByText('The Phone does not exist')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Change what you entered' })).toBeVisible();
});

it('reports that the server cannot be reached, and keeps the code valid', async () => {
  awaitSignUp();
  server.use(http.post(url('users/verify'), () => HttpResponse.error()));
  const { verify } = await open();
  await verify('123456');
  expect(
    await screen.findByText("We can't reach the server right now. Try again in a moment."),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Resend OTP' })).not.toBeInTheDocument();
});

it('sends another code once the first has expired, and restarts the countdown', async () => {
  awaitSignUp(301_000);
  server.use(
    http.post(url('users/verify/resend'), () =>
      HttpResponse.json({
        code: 200,
        message: 'Sent an OTP to a.namara@mak.ac.ug',
        data: new Date().toISOString(),
      }),
    ),
  );
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Resend OTP' }));
  expect(await screen.findByText('Sent an OTP to a.namara@mak.ac.ug')).toBeVisible();
  expect(screen.getByText(/^OTP Expires in: [45]:/)).toBeVisible();
});

it.each([
  [500, 'internal', 'inner words', 'Failed to resend OTP'],
  [409, 'account_exists', TAKEN, TAKEN],
  [429, 'too_many_requests', 'Wait 20 seconds.', 'Wait 20 seconds.'],
])('shows why no other code was sent: %i', async (status, reason, message, shown) => {
  awaitSignUp(301_000);
  server.use(http.post(url('users/verify/resend'), () => refuse(status, message, { reason })));
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Resend OTP' }));
  expect(await screen.findByText(shown)).toBeVisible();
});

it('explains how to continue after a reload, which removes the password', async () => {
  awaitSignUp();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Secret-2026');
  verification.forgetSecrets();
  renderApp('/otp-page');
  expect(await screen.findByText(/You reloaded this page/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Continue your registration' })).toBeVisible();
});

it('reports that no code is awaited', async () => {
  renderApp('/otp-page');
  expect(await screen.findByText(/There is no code to verify/)).toBeVisible();
});

it('replaces a forgotten password and opens the sign-in dialog', async () => {
  awaitReset();
  const sent: unknown[] = [];
  server.use(
    http.post(url('users/forgot-password'), async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ code: 200, message: 'Your password has been changed.' });
    }),
  );
  const { verify } = await open();
  await verify('123456');
  expect(await screen.findByRole('dialog', { name: 'Sign In' })).toBeVisible();
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/home'));
  expect(sent).toEqual([
    { username: 'a.namara@mak.ac.ug', password: 'Secret-2026', otp: '123456' },
  ]);
  expect(verification.get('reset')).toBeUndefined();
});

it.each([
  [400, 'code_wrong', 'Wrong OTP', 'Wrong OTP'],
  [409, 'row_changed', 'inner words', 'Wrong OTP'],
  [
    500,
    'internal',
    'Nothing was changed. Please try again.',
    'Nothing was changed. Please try again.',
  ],
])('shows why the password was not replaced: %i, %s', async (status, reason, message, shown) => {
  awaitReset();
  server.use(http.post(url('users/forgot-password'), () => refuse(status, message, { reason })));
  const { verify } = await open();
  await verify('123456');
  expect(await screen.findByText(shown)).toBeVisible();
});

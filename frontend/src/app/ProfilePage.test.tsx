import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { session } from '@/api/session';
import { forgetForms, phoneAnswers } from '@/features/accounts/testing';
import { makeRole, makeUser } from '@/testing/factories';
import { renderApp } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';

let account = makeUser();
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const sessionHere = () => ({
  session_id: 1,
  device: 'Firefox on Linux',
  created_on: minutesAgo(50),
  last_used_on: minutesAgo(1),
  current: true,
});
const sessionElsewhere = () => ({
  ...sessionHere(),
  session_id: 2,
  device: 'Safari on iPhone',
  current: false,
});
// Created before each test: the minute that they show passes while the tests of this file run.
let here = sessionHere();
let phone = sessionElsewhere();
let live = [here, phone];

beforeEach(() => {
  account = makeUser({ assigned_roles: [] });
  here = sessionHere();
  phone = sessionElsewhere();
  live = [here, phone];
  session.begin(account, 'token');
  phoneAnswers();
  server.use(
    http.get(url('users/detailuser'), () => answer(account, { user: account })),
    http.get(url('users/sessions'), () => answerList(live)),
    http.post(url('users/duplicate-email'), () =>
      answer({ state: false, result_message: '' }, { state: false, result_message: '' }),
    ),
  );
});
afterEach(forgetForms);

const sent = (message: string) =>
  HttpResponse.json({ code: 200, message, data: new Date().toISOString() });

async function open(tab = '', section = '') {
  const query = new URLSearchParams({ ...(tab && { tab }), ...(section && { section }) });
  const { user } = renderApp(`/profile?${query}`);
  await screen.findByRole('heading', { name: 'Edit Account' });
  return user;
}

it('has three tabs, and puts the current one into the address', async () => {
  const user = await open();
  expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual([
    'Edit Profile',
    'Change Phone Number',
    'Change Email',
  ]);
  await user.click(screen.getByRole('tab', { name: 'Change Email' }));
  expect(await screen.findByLabelText(/New Email Address/)).toBeVisible();
  expect(screen.getByTestId('location')).toHaveTextContent('/profile?tab=email');
});

it('leads to each section by a link, and puts it into the address', async () => {
  server.use(http.get(url('notifications/preferences'), () => answer([])));
  const user = await open();
  const links = within(screen.getByRole('navigation', { name: 'Account' }));
  expect(links.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Profile',
    'Sign-in and security',
    'Activity',
    'Emails',
  ]);
  expect(links.getByRole('link', { current: 'page' })).toHaveTextContent('Profile');
  expect(screen.queryByRole('heading', { name: 'Password' })).not.toBeInTheDocument();
  await user.click(links.getByRole('link', { name: 'Sign-in and security' }));
  expect(await screen.findByRole('heading', { name: 'Password' })).toBeVisible();
  expect(screen.getByTestId('location')).toHaveTextContent('/profile?section=security');
  expect(screen.queryByRole('tab')).not.toBeInTheDocument();
  await user.click(links.getByRole('link', { name: 'Emails' }));
  expect(await screen.findByRole('heading', { name: 'Email settings' })).toBeVisible();
  expect(screen.getByTestId('location')).toHaveTextContent('/profile?section=emails');
  expect(links.getByRole('link', { current: 'page' })).toHaveTextContent('Emails');
});

it.each(['Data Access Reviewer', 'Data Requester'] as const)(
  'offers the calendar feed to a %s',
  async (role) => {
    account = makeUser({ assigned_roles: [makeRole(role)] });
    session.begin(account, 'token');
    server.use(http.get(url('users/calendar-feed'), () => answer({ made_on: null })));
    const user = await open();
    const links = within(screen.getByRole('navigation', { name: 'Account' }));
    await user.click(links.getByRole('link', { name: 'Calendar feed' }));
    expect(await screen.findByRole('heading', { name: 'Calendar feed' })).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Create a calendar feed' })).toBeVisible();
    expect(screen.getByTestId('location')).toHaveTextContent('/profile?section=calendar');
  },
);

it('requires name, designation and department, and shows the organisation read-only', async () => {
  const user = await open();
  for (const label of [/First Name/, /Last Name/, /Designation/, /Department/]) {
    await user.clear(screen.getByLabelText(label));
  }
  expect(screen.getByLabelText(/Organisation/)).toHaveAttribute('readonly');
  await user.click(screen.getByRole('button', { name: 'Save your profile' }));
  for (const message of ['First Name', 'Last Name', 'Designation', 'Department']) {
    expect(await screen.findByText(`${message} is required`)).toBeVisible();
  }
});

it('shows changes of another tab, and keeps the values typed in this one', async () => {
  let known: (() => void) | undefined;
  const changed = new Promise<void>((resolve) => (known = resolve));
  server.use(
    http.get(url('users/detailuser'), async () => {
      await changed;
      const now = makeUser({ assigned_roles: [], department: 'Registers', fname: 'Elsewhere' });
      return answer(now, { user: now });
    }),
  );
  const user = await open();
  await user.clear(screen.getByLabelText(/First Name/));
  await user.type(screen.getByLabelText(/First Name/), 'Ama');
  known?.();
  await waitFor(() => expect(screen.getByLabelText(/Department/)).toHaveValue('Registers'));
  expect(screen.getByLabelText(/First Name/)).toHaveValue('Ama');
});

it('keeps unsaved input of a tab until the user returns to it', async () => {
  const user = await open();
  await user.clear(screen.getByLabelText(/First Name/));
  await user.type(screen.getByLabelText(/First Name/), 'Ama');
  await user.click(screen.getByRole('tab', { name: 'Change Phone Number' }));
  await user.type(await screen.findByLabelText(/New Phone Number/), '+2567');
  await user.click(screen.getByRole('tab', { name: 'Edit Profile' }));
  expect(await screen.findByLabelText(/First Name/)).toHaveValue('Ama');
  await user.click(screen.getByRole('tab', { name: 'Change Phone Number' }));
  expect(await screen.findByLabelText(/New Phone Number/)).toHaveValue('+2567');
});

it('saves the trimmed profile and updates the session', async () => {
  let saved: unknown;
  server.use(
    http.put(url('users/update_profile/7'), async ({ request }) => {
      saved = await request.json();
      account = { ...account, fname: 'Nala' };
      return answer(null);
    }),
  );
  const user = await open();
  await user.clear(screen.getByLabelText(/First Name/));
  await user.type(screen.getByLabelText(/First Name/), ' Nala ');
  await user.click(screen.getByRole('button', { name: 'Save your profile' }));
  expect(await screen.findByText('Successfully updated your profile')).toBeVisible();
  expect(saved).toEqual({
    fname: 'Nala',
    middle_name: '',
    sname: 'Okafor',
    designation: 'Epidemiologist',
    department: 'Public Health',
  });
  await waitFor(() => expect(session.get()?.user.fname).toBe('Nala'));
});

it('shows the error of a refused profile as a message and at the field', async () => {
  server.use(
    http.put(url('users/update_profile/7'), () =>
      refuse(400, 'Too long', { errors: { department: ['Too long for a department'] } }),
    ),
  );
  const user = await open();
  await user.type(screen.getByLabelText(/Department/), 'x');
  await user.click(screen.getByRole('button', { name: 'Save your profile' }));
  expect(await screen.findByText('Too long')).toBeVisible();
  expect(screen.getByText('Too long for a department')).toBeVisible();
  expect(screen.getByLabelText(/Department/)).toHaveValue('Public Healthx');
});

async function askForPhone(number: string) {
  const user = await open('phone');
  const field = await screen.findByLabelText(/New Phone Number/);
  if (number) await user.type(field, number);
  await user.click(screen.getByRole('button', { name: 'Send OTP' }));
  return user;
}

it.each([
  ['', {}, 'New Phone Number is required'],
  ['+1 (555) 0111', {}, 'This is your current phone number. Please enter a new one.'],
  ['+1555', { exists: false }, 'The phone number does not exist or is not a real phone number.'],
  ['+256712345678', { registered: true }, 'The Phone is already register on Aditus'],
])('rejects the number %s %o', async (number, answers, message) => {
  phoneAnswers(answers);
  await askForPhone(number);
  expect(await screen.findByText(message)).toBeVisible();
});

it('changes the phone number after entering the code on /verifyPhone', async () => {
  const calls: unknown[] = [];
  server.use(
    http.post(url('users/setting-otp'), () => sent('OTP sent successfully. It was sent to n***')),
    http.patch(url('users/update-user-phone'), async ({ request }) => {
      calls.push(await request.json());
      account = { ...account, phone: '+256712345678' };
      return HttpResponse.json({
        code: 200,
        message: 'User phone information updated successfully.',
      });
    }),
  );
  const user = await askForPhone('+256 712 345678');
  expect(await screen.findByRole('heading', { name: 'Verify Account' })).toBeVisible();
  expect(screen.getByTestId('location')).toHaveTextContent('/verifyPhone');
  await user.click(screen.getByRole('button', { name: 'VERIFY' }));
  expect(await screen.findByText('The OTP code is required')).toBeVisible();
  await user.type(screen.getByLabelText(/^OTP/), '123456');
  await user.click(screen.getByRole('button', { name: 'VERIFY' }));
  expect(await screen.findByText('User phone information updated successfully.')).toBeVisible();
  expect(calls).toEqual([{ phone: '+256712345678', otp: '123456' }]);
  await waitFor(() => expect(session.get()?.user.phone).toBe('+256712345678'));
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent(/requestRole/), {
    timeout: 8000,
  });
});

it.each([
  [401, 'User with this phone number already exists'],
  [409, 'This phone is already registered by another user'],
])('reports a number of another account: %i', async (status, message) => {
  const extra = { reason: 'phone_taken', errors: { phone: [message] } };
  server.use(
    http.post(url('users/setting-otp'), () => sent('OTP sent successfully')),
    http.patch(url('users/update-user-phone'), () => refuse(status, message, extra)),
  );
  const user = await askForPhone('+256712345678');
  await user.type(await screen.findByLabelText(/^OTP/), '123456');
  await user.click(screen.getByRole('button', { name: 'VERIFY' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(session.get()).not.toBeNull();
});

it('offers to add an email address when the code for a number cannot be delivered', async () => {
  account = makeUser({ assigned_roles: [], org_email: null });
  session.begin(account, 'token');
  const message = 'Your account has no email address to send an OTP to. Add one to your account.';
  server.use(
    http.post(url('users/setting-otp'), () => refuse(409, message, { reason: 'no_email_address' })),
  );
  const { user } = renderApp('/profile?tab=phone');
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await user.type(await screen.findByLabelText(/New Phone Number/), '+256712345678');
  await user.click(await screen.findByRole('button', { name: 'Send OTP' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add Email' })).toHaveAttribute('href', '/addemail');
});

it('links /verifyPhone without a code to the profile', async () => {
  renderApp('/verifyPhone');
  expect(await screen.findByText('There is no phone number to verify.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Change Phone Number' })).toHaveAttribute(
    'href',
    '/profile?tab=phone',
  );
});

it('changes the email address, with the texts of this tab', async () => {
  server.use(
    http.post(url('users/setting-otp'), () => sent('OTP sent successfully')),
    http.post(url('users/verify-otp'), () => answer(null)),
    http.patch(url('users/update-user-email'), () => {
      account = { ...account, org_email: 'new@university.example' };
      return HttpResponse.json({
        code: 200,
        message: 'User email information updated successfully.',
      });
    }),
  );
  const user = await open('email');
  await user.click(await screen.findByRole('button', { name: 'Send OTP' }));
  expect(await screen.findByText('New Email Address is required')).toBeVisible();
  await user.type(screen.getByLabelText(/New Email Address/), 'new@university.example');
  await user.click(screen.getByRole('button', { name: 'Send OTP' }));
  await user.click(await screen.findByRole('button', { name: 'VERIFY' }));
  expect(
    await screen.findByText('OTP is required in order to complete Email update.'),
  ).toBeVisible();
  await user.type(screen.getByLabelText(/^OTP/), '123456');
  await user.click(screen.getByRole('button', { name: 'VERIFY' }));
  expect(await screen.findByText('User email information updated successfully.')).toBeVisible();
  await waitFor(() => expect(session.get()?.user.org_email).toBe('new@university.example'));
  expect(screen.getByText(/^Your email address was changed\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Continue now' })).toHaveAttribute('href', '/');
  await waitFor(() => expect(screen.getByTestId('location')).not.toHaveTextContent('/profile'), {
    timeout: 8000,
  });
});

it('reports a registered email address when the field loses the focus', async () => {
  server.use(
    http.post(url('users/duplicate-email'), () =>
      answer({ state: true, result_message: '' }, { state: true, result_message: '' }),
    ),
  );
  const user = await open('email');
  await user.type(await screen.findByLabelText(/New Email Address/), 'taken@university.example');
  await user.tab();
  expect(await screen.findByText('The Email Address is already register on Aditus')).toBeVisible();
});

it('ends one session after confirmation', async () => {
  const ended: string[] = [];
  server.use(
    http.delete(url('users/sessions/2'), () => {
      ended.push('2');
      live = [here];
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete(url('users/sessions'), () => {
      ended.push('others');
      live = [here];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const user = await open('', 'security');
  const list = within(await screen.findByRole('region', { name: 'Where you are signed in' }));
  expect(await list.findByText('This device')).toBeVisible();
  expect(list.getAllByText('1 minute ago')).toHaveLength(2);
  expect(list.getAllByRole('button', { name: /^End (Firefox|Safari)/ })).toHaveLength(1);

  await user.click(list.getByRole('button', { name: 'End Safari on iPhone' }));
  const asked = within(await screen.findByRole('dialog'));
  await user.click(asked.getByRole('button', { name: 'End this session' }));
  expect(await screen.findByText('The session is ended.')).toBeVisible();
  await waitFor(() => expect(list.queryByText('Safari on iPhone')).not.toBeInTheDocument());

  live = [here, phone];
  expect(ended).toEqual(['2']);
});

it('ends all other sessions after confirmation', async () => {
  server.use(
    http.delete(url('users/sessions'), () => {
      live = [here];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const user = await open('', 'security');
  await user.click(await screen.findByRole('button', { name: 'End all other sessions' }));
  const asked = within(await screen.findByRole('dialog'));
  await user.click(asked.getByRole('button', { name: 'End all other sessions' }));
  expect(await screen.findByText('All other sessions are ended.')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument());
});

it('lists the last used sessions and this one, and all others on demand', async () => {
  live = [
    ...Array.from({ length: 21 }, (_, index) => ({
      ...phone,
      session_id: index + 2,
      device: `Chrome on Windows ${index + 1}`,
    })),
    here,
  ];
  const user = await open('', 'security');
  const list = within(await screen.findByRole('region', { name: 'Where you are signed in' }));
  expect(await list.findByText('This device')).toBeVisible();
  expect(list.getAllByRole('listitem')).toHaveLength(6);
  expect(list.queryByText('Chrome on Windows 6')).not.toBeInTheDocument();
  await user.click(list.getByRole('button', { name: 'Show all 22 sessions' }));
  expect(list.getAllByRole('listitem')).toHaveLength(22);
  expect(list.queryByRole('button', { name: /^Show all/ })).not.toBeInTheDocument();
});

it('shows an error when the sessions could not be loaded', async () => {
  server.use(http.get(url('users/sessions'), () => refuse(403, 'Not now')));
  await open('', 'security');
  expect(await screen.findByText('Not now')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

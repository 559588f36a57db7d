import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSignUp } from '@/lib/accountDialog';
import { renderApp } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import { forgetForms, formAnswers, phoneAnswers } from '../testing';
import { verification } from '../verification';

beforeEach(formAnswers);
afterEach(forgetForms);

async function open() {
  const { user } = renderApp('/contact-us');
  openSignUp();
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign Up' }));
  return { user, dialog };
}
type Opened = Awaited<ReturnType<typeof open>>;

async function chooseCountry({ user, dialog }: Opened) {
  await user.click(dialog.getByRole('combobox', { name: /Country/ }));
  await user.click(await screen.findByRole('option', { name: /Uganda/ }));
}

async function fill(
  opened: Opened,
  changes: { organisation?: string; email?: string; phone?: string } = {},
) {
  const { user, dialog } = opened;
  const { organisation = 'Makerere University', email = 'a.namara@mak.ac.ug' } = changes;
  // A number of its own can be passed, because the check of a number is cached across the tests of
  // a file.
  const { phone = '0712-345678' } = changes;
  // Sets all values at once, because typing each key is slow in a form of this size. Other tests
  // cover typing.
  const type = (label: RegExp, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  await chooseCountry(opened);
  type(/First Name/, 'Agnes');
  type(/Last Name/, 'Namara');
  type(/^Phone/, phone);
  type(/^Email/, email);
  type(/Occupation/, 'Physician');
  type(/Department/, 'Paediatrics');
  type(/^Password/, 'Secret-2026');
  type(/^Confirm Password/, 'Secret-2026');
  await user.click(dialog.getByLabelText(/^Organisation/));
  await user.paste(organisation);
}

const register = ({ user, dialog }: Opened) =>
  user.click(dialog.getByRole('button', { name: 'Register' }));

it('requires every field, and shows the first error as a toast', async () => {
  const opened = await open();
  await register(opened);
  for (const message of [
    'First Name is required',
    'Last Name is required',
    'Please select a country',
    'Phone is required',
    'Email is required',
    'Organization is required',
    'Occupation is required',
    'Department is required',
    'Password is required',
    'Confirm Password is required',
  ]) {
    expect(await opened.dialog.findByText(message)).toBeVisible();
  }
  expect(screen.getByRole('alert', { hidden: true })).toHaveTextContent('First Name is required');
  expect(opened.dialog.getByLabelText(/First Name/)).toHaveFocus();
});

it('shows unequal passwords at the field and as a toast', async () => {
  const opened = await open();
  await fill(opened);
  await opened.user.type(opened.dialog.getByLabelText(/^Confirm Password/), 'x');
  await register(opened);
  expect(await opened.dialog.findByText('Passwords do not match')).toBeVisible();
  expect(screen.getByText('The two passwords do not match')).toBeVisible();
});

it('shows that an address is invalid only on submit', async () => {
  const opened = await open();
  const { user, dialog } = opened;
  await user.type(dialog.getByLabelText(/^Email/), 'agnes at mak');
  await user.tab();
  expect(dialog.queryByText('Email is invalid')).not.toBeInTheDocument();
  await register(opened);
  expect(await dialog.findByText('Email is invalid')).toBeVisible();
});

it('highlights each password rule once it is met, and asks for a digit last', async () => {
  const { user, dialog } = await open();
  const met = () =>
    dialog
      .getAllByRole('listitem')
      .filter((item) => item.dataset.met === 'true')
      .map((item) => item.textContent?.replace(': met', ''));
  const field = dialog.getByLabelText(/^Password/);
  expect(met()).toEqual([]);
  await user.type(field, 'abc');
  expect(met()).toEqual(['Lowercase character required']);
  await user.type(field, 'D');
  expect(met()).toEqual(['Lowercase character required', 'Uppercase character required']);
  await user.type(field, '-');
  expect(met()).toContain('Special character required');
  expect(met()).not.toContain('Minimum 8 characters required');
  await user.type(field, 'xyz');
  expect(met()).toHaveLength(4);
  expect(dialog.getByText('Number character required')).toBeVisible();
  await user.type(field, '7');
  expect(dialog.queryByText('Number character required')).not.toBeInTheDocument();
});

it('lists the visitor’s own country first, with flag and dial code', async () => {
  const { user, dialog } = await open();
  await user.click(dialog.getByRole('combobox', { name: /Country/ }));
  const [first] = await screen.findAllByRole('option');
  expect(first).toHaveTextContent('🇺🇬Uganda+256');
});

it('keeps digits only, and checks the number with its dial code when the field loses focus', async () => {
  const asked: unknown[] = [];
  server.use(
    http.post(url('users/phone'), async ({ request }) => {
      asked.push(await request.json());
      return answer({ state: false, result_message: '' }, { state: false, result_message: '' });
    }),
  );
  const opened = await open();
  const { user, dialog } = opened;
  await chooseCountry(opened);
  await user.type(dialog.getByLabelText(/^Phone/), '07a12');
  expect(dialog.getByLabelText(/^Phone/)).toHaveValue('0712');
  await user.tab();
  expect(await dialog.findByText('The Phone does not exist')).toBeVisible();
  expect(
    await screen.findByText('The entered Phone number does not exist / a real one'),
  ).toBeVisible();
  expect(asked).toEqual([{ phone: '+2560712' }]);
});

it('disables Register while the phone number is a duplicate', async () => {
  phoneAnswers({ registered: true });
  const opened = await open();
  const { user, dialog } = opened;
  await chooseCountry(opened);
  await user.type(dialog.getByLabelText(/^Phone/), '712345678');
  await user.tab();
  expect(await dialog.findByText('Phone number is already registered')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Register' })).toBeDisabled();
  await user.type(dialog.getByLabelText(/^Phone/), '9');
  expect(dialog.getByRole('button', { name: 'Register' })).toBeEnabled();
});

it('clears the error of a number when another country is chosen', async () => {
  phoneAnswers({ exists: false });
  const opened = await open();
  const { user, dialog } = opened;
  await fill(opened, { phone: '000' });
  await register(opened);
  expect(await dialog.findByText('The Phone does not exist')).toBeVisible();
  phoneAnswers();
  await user.click(dialog.getByRole('combobox', { name: /Country/ }));
  await user.click(await screen.findByRole('option', { name: /United Kingdom/ }));
  await waitFor(() =>
    expect(dialog.queryByText('The Phone does not exist')).not.toBeInTheDocument(),
  );
});

const unknown = 'The email domain is not registered. Please register your organization first.';

it('blocks an unknown domain for a registered organisation', async () => {
  const opened = await open();
  await fill(opened, { email: 'agnes@elsewhere.example' });
  expect(await opened.dialog.findByText(unknown)).toBeVisible();
  expect(opened.dialog.getByLabelText(/^Email/)).toHaveAttribute('aria-invalid', 'true');
  await register(opened);
  await waitFor(() => expect(screen.getAllByText(unknown)).toHaveLength(2));
  expect(screen.getByTestId('location')).toHaveTextContent('/contact-us');
});

it.each([
  ['Village Research Group', 'The email domain is not registered either. You can continue.'],
  ['Hill Clinic', unknown],
])('shows only a hint for an unknown domain with %s', async (organisation, hint) => {
  server.use(http.post(url('users/signup'), () => answer('2026-11-21T10:00:00Z')));
  const opened = await open();
  await fill(opened, { organisation, email: 'agnes@elsewhere.example' });
  expect(await opened.dialog.findByText(hint)).toBeVisible();
  expect(opened.dialog.getByLabelText(/^Email/)).toHaveAttribute('aria-invalid', 'false');
  await register(opened);
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/otp-page'));
});

it('requests a code for the address and opens the page for the code', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(url('users/signup'), async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({
        code: 200,
        message: 'OTP sent successfully',
        data: new Date().toISOString(),
      });
    }),
  );
  const opened = await open();
  await fill(opened);
  await register(opened);
  expect(await screen.findByRole('heading', { name: 'Verify Account' })).toBeVisible();
  expect(screen.getByText('OTP sent successfully')).toBeVisible();
  expect(screen.getByText(/^OTP Expires in: [45]:/)).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(sent).toEqual([{ username: 'a.namara@mak.ac.ug' }]);
  expect(JSON.stringify(sessionStorage)).not.toContain('Secret-2026');
});

it('reports that a code was sent before (601), and opens the page for the code', async () => {
  const sentAt = new Date(Date.now() - 60_000).toISOString();
  server.use(
    http.post(url('users/signup'), () =>
      refuse(409, 'An OTP was already sent. Verify using that OTP', {
        code: 601,
        reason: 'code_already_sent',
        data: sentAt,
      }),
    ),
  );
  const opened = await open();
  await fill(opened);
  await register(opened);
  expect(
    await opened.dialog.findByText('An OTP was already sent. Verify using that OTP'),
  ).toBeVisible();
  expect(await screen.findByText('Verify your OTP')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Verify Account' })).toBeVisible();
  expect(verification.get('signUp')?.sentAt).toBe(sentAt);
  expect(screen.getByText(/^OTP Expires in: 3:/)).toBeVisible();
});

it("shows the server's message for any other refusal, and keeps the input", async () => {
  const taken = 'User with this email or phone number already exists';
  server.use(
    http.post(url('users/signup'), () => refuse(409, taken, { reason: 'account_exists' })),
  );
  const opened = await open();
  await fill(opened);
  await register(opened);
  expect(await opened.dialog.findByText(taken)).toBeVisible();
  expect(opened.dialog.getByLabelText(/First Name/)).toHaveValue('Agnes');
});

it('reports that the server cannot be reached', async () => {
  server.use(http.post(url('users/signup'), () => HttpResponse.error()));
  const opened = await open();
  await fill(opened);
  await register(opened);
  // The text of 1 §8, and the state of the connection.
  expect(await screen.findByText('External Error, Please try again later')).toBeVisible();
  expect(
    await opened.dialog.findByText("We can't reach the server right now. Try again in a moment."),
  ).toBeVisible();
});

it('links to Sign In and back, and keeps the input except the passwords', async () => {
  server.use(http.get(url('users/organizations'), () => answerList([])));
  const { user, dialog } = await open();
  await user.type(dialog.getByLabelText(/First Name/), 'Agnes');
  await user.type(dialog.getByLabelText(/^Password/), 'Secret-2026');
  await user.click(dialog.getByRole('button', { name: 'Sign In' }));
  const signIn = within(await screen.findByRole('dialog', { name: 'Sign In' }));
  await user.click(signIn.getByRole('button', { name: 'Sign Up' }));
  const again = within(await screen.findByRole('dialog', { name: 'Sign Up' }));
  expect(again.getByLabelText(/First Name/)).toHaveValue('Agnes');
  expect(again.getByLabelText(/^Password/)).toHaveValue('');
});

it('opens at its address, and leads to the landing page when it is closed', async () => {
  const { user } = renderApp('/sign-up');
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign Up' }));
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/home'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('is closed by Back over a screen, asks first, and keeps what was typed', async () => {
  const { user, dialog } = await open();
  await user.type(dialog.getByLabelText(/First Name/), 'Agnes');
  act(() => history.back());
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByTestId('location')).toHaveTextContent('/contact-us');
  act(openSignUp);
  expect(await screen.findByLabelText(/First Name/)).toHaveValue('Agnes');
});

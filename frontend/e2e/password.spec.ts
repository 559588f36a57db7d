import { expect, test, type Page } from '@playwright/test';
import {
  mailedCode,
  expectAccessible,
  fillSignIn,
  enterPassword,
  submitPassword,
  toasts,
  wrongCode,
} from './aditus';
import { register } from './people';

const NEW_PASSWORD = 'Velvet-Anchor-Moss-31!';

/** Fills in the form of /forgotPassword and sends it. Returns the text of the toast. */
async function askForReset(page: Page, email: string): Promise<string> {
  await page.goto('/forgotPassword');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'New Password' }).fill(NEW_PASSWORD);
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await page.waitForURL('**/otp-page');
  const toast = toasts(page);
  await expect(toast).toHaveCount(1);
  return toast.innerText();
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'OTP' }).fill(code);
  await page.getByRole('button', { name: 'VERIFY' }).click();
}

test('a forgotten password is reset with the mailed code', async ({ page, browser }, {
  project,
}) => {
  const person = await register(page, 'forgetful', project.name, 'elsewhere');
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto('/login');
  await fillSignIn(elsewhere, person.email, person.password);
  await elsewhere.waitForURL('**/orguser/requestRole');

  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.waitForURL('**/forgotPassword');
  const reset = page.getByRole('button', { name: 'Reset', exact: true });
  await reset.click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await page.getByLabel('Email').fill('edda at home');
  await page.getByRole('textbox', { name: 'New Password' }).fill(NEW_PASSWORD);
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill('Another-Anchor-Moss-31!');
  await reset.click();
  await expect(page.getByText('Email is invalid')).toBeVisible();
  await expect(page.getByText('Password and Confirm Password should be equal')).toBeVisible();

  const asked = new Date(Date.now() - 1000);
  await askForReset(page, person.email);
  const code = await mailedCode(page, person.email, 'reset your password', asked);
  await page.getByRole('button', { name: 'VERIFY' }).click();
  await expect(page.getByText('The OTP code is required')).toBeVisible();
  await enterCode(page, wrongCode(code));
  await expect(page.getByText('Wrong OTP')).toBeVisible();
  await enterCode(page, code);

  // A session from before the reset ends at once, with a message.
  await expect(elsewhere.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  await elsewhere.waitForURL('**/home');

  // The new password signs in, and the old one no longer does.
  await page.waitForURL('**/home');
  const dialog = await submitPassword(page, person.email, person.password);
  await expect(dialog.getByText('Invalid username or password.')).toBeVisible();
  await fillSignIn(page, person.email, NEW_PASSWORD);
  await page.waitForURL('**/orguser/requestRole');
});

test('changing the password ends all other sessions', async ({ page, browser }, { project }) => {
  const person = await register(page, 'careful', project.name, 'elsewhere');
  const elsewhere = await (await browser.newContext()).newPage();
  const signIn = async (on: Page, password: string) => {
    await on.goto('/login');
    await fillSignIn(on, person.email, password);
    await on.waitForURL('**/orguser/requestRole');
  };
  await signIn(elsewhere, person.password);
  await signIn(page, person.password);

  await page.goto('/profile?section=security');
  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your password' });
  await dialog.getByRole('textbox', { name: 'New Password' }).fill(NEW_PASSWORD);
  await dialog.getByRole('textbox', { name: 'Confirm Password' }).fill(`${NEW_PASSWORD}!`);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(dialog.getByText('Password and Confirm Password should be equal')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Confirm Password' }).fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  // The current password is required. A wrong one keeps the entered new password.
  const present = page.getByRole('dialog', { name: 'Enter your password' });
  await present.getByRole('textbox', { name: 'Your password' }).fill('Wrong-Guess-9!');
  await present.getByRole('button', { name: 'Confirm password' }).click();
  await expect(present.getByText('Invalid Password')).toBeVisible();
  await enterPassword(page, person.password);
  await expect(page.getByText('Your password is changed.')).toBeVisible();
  await expect(dialog).toBeHidden();

  await expect(elsewhere.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  await signIn(elsewhere, NEW_PASSWORD);
});

test('an easily guessed password is refused with advice, and the form keeps its values', async ({
  page,
}, { project }) => {
  await page.goto('/forgotPassword');
  const email = page.getByLabel('Email');
  const password = page.getByRole('textbox', { name: 'New Password' });
  await email.fill(`weak.${project.name}@lakeside-clinic.example`);
  const reset = async (chosen: string) => {
    await password.fill(chosen);
    await page.getByRole('textbox', { name: 'Confirm Password' }).fill(chosen);
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
  };
  // The first password is among the most common ones, the second contains the product's name.
  for (const easy of ['P@ssw0rd1!', 'Aditus-2026!']) {
    await reset(easy);
    await expect(page.getByText(/^This password is too easy to guess\. \w+/)).toBeVisible();
    await expect(password).toBeFocused();
    await expect(password).toHaveValue(easy);
    await expect(email).toHaveValue(/^weak\./);
    await expect(page).toHaveURL(/forgotPassword$/);
  }
  await expectAccessible(page);
  await reset(NEW_PASSWORD);
  await page.waitForURL('**/otp-page');
  // The call that rates passwords rejects it, too.
  const call = await page.request.post('/api/v1/users/password-strength/', {
    data: { password: 'P@ssw0rd1!' },
  });
  expect(await call.json()).toMatchObject({ state: false });
});

test('an unknown address gets the same response as a known one', async ({ page }, { project }) => {
  const known = `data-${project.name === 'desk' ? 'analyst' : 'custodian'}@aditus.example`;
  const unknown = `nobody.${project.name}@lakeside-clinic.example`;
  const shown: string[] = [];
  for (const email of [known, unknown]) {
    const toast = await askForReset(page, email);
    await expect(page.getByText(/^OTP Expires in: [0-5]:\d\d$/)).toBeVisible();
    const screen = await page.getByRole('main').innerText();
    shown.push(`${toast}\n${screen}`.replaceAll(email, '…').replace(/[0-5]:\d\d/g, 'm:ss'));
  }
  expect(new Set(shown).size).toBe(1);
  await enterCode(page, '000000');
  await expect(page.getByText('Wrong OTP')).toBeVisible();
  const mails = await page.request.get(`/api/v1/demo/mailbox/?to=${encodeURIComponent(unknown)}`);
  expect(await mails.json()).toMatchObject({ data: [] });
});

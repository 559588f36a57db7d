import { expect, test, type Page } from '@playwright/test';
import { mailedCode, expectAccessible, fillSignIn, enterPassword } from './aditus';
import { mailedLink } from './mails';
import { register, signInByCall, type Newcomer } from './people';

const NEW_PASSWORD = 'Velvet-Anchor-Moss-31!';

/**
 * Changes the address as an attacker with an open session would. The password is required, and the
 * form keeps its values.
 */
async function changeAddress(page: Page, person: Newcomer, address: string): Promise<void> {
  await page.goto('/profile?tab=email');
  const field = page.getByLabel('New Email Address');
  await field.fill(address);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter your password' });
  const password = dialog.getByRole('textbox', { name: 'Your password' });
  await expect(password).toBeFocused();
  await dialog.getByRole('button', { name: 'Confirm password' }).click();
  await expect(dialog.getByText('The password is required')).toBeVisible();
  await password.fill('Wrong-Guess-2026!');
  await dialog.getByRole('button', { name: 'Confirm password' }).click();
  await expect(dialog.getByText('Invalid Password')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Enter your password to continue.')).toBeVisible();
  await expect(field).toHaveValue(address);

  await page.getByRole('button', { name: 'Send OTP' }).click();
  await enterPassword(page, person.password);
  await expect(page.getByText('OTP sent successfully')).toBeVisible();
  const code = await mailedCode(page, address, 'the email address of your', new Date(0));
  await page.getByRole('textbox', { name: 'OTP' }).fill(code);
  await page.getByRole('button', { name: 'VERIFY' }).click();
  await expect(page.getByText('User email information updated successfully.')).toBeVisible();
}

test('changing the address needs the password, and the mail to the old address reverts it', async ({
  page,
  browser,
}, { project }) => {
  const person = await register(page, 'robbed', project.name, 'elsewhere');
  await page.goto('/login');
  await fillSignIn(page, person.email, person.password);
  await page.waitForURL('**/orguser/requestRole');
  const stolen = `stolen.${person.email}`;
  await changeAddress(page, person, stolen);
  await page.waitForURL('**/orguser/requestRole');

  const link = await mailedLink(page, person.email, 'Undo this change');
  const owner = await (await browser.newContext()).newPage();
  await owner.goto(link);
  await expect(owner.getByRole('heading', { name: 'Undo this change' })).toBeVisible();
  await expectAccessible(owner);
  // Opening the link changes nothing, because scanners of mails open links, too.
  await signInByCall(page, stolen, person.password);
  await owner.getByRole('button', { name: 'Undo this change' }).click();
  await expect(owner.getByRole('heading', { name: 'The change was undone' })).toBeVisible();

  // The attacker's session ends at once.
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  for (const username of [stolen, person.email]) {
    const answer = await page.request.post('/api/v1/users/signin/', {
      data: { username, password: person.password },
    });
    expect(answer.status(), `${username} with the password that was known`).toBe(401);
  }

  await owner.getByRole('link', { name: 'Choose a new password' }).click();
  await expect(owner.getByRole('heading', { name: 'Forgot Password' })).toBeVisible();
  await expect(owner).toHaveURL(/forgotPassword$/);
  const asked = new Date(Date.now() - 1000);
  await owner.getByLabel('Email').fill(person.email);
  await owner.getByRole('textbox', { name: 'New Password' }).fill(NEW_PASSWORD);
  await owner.getByRole('textbox', { name: 'Confirm Password' }).fill(NEW_PASSWORD);
  await owner.getByRole('button', { name: 'Reset', exact: true }).click();
  await owner.waitForURL('**/otp-page');
  const code = await mailedCode(owner, person.email, 'reset your password', asked);
  await owner.getByRole('textbox', { name: 'OTP' }).fill(code);
  await owner.getByRole('button', { name: 'VERIFY' }).click();
  await owner.waitForURL('**/home');
  await signInByCall(page, person.email, NEW_PASSWORD);

  // The link works once.
  await owner.goto('/home');
  await owner.goto(link);
  await owner.getByRole('button', { name: 'Undo this change' }).click();
  await expect(owner.getByText('This link has expired or was already used.')).toBeVisible();
});

import { expect, test, type Page } from '@playwright/test';
import { mailedCode, fillSignIn, enterPassword, wrongCode } from './aditus';
import { verifyAddress } from './address';
import { register, signInByCall, type Newcomer } from './people';

const TAKEN = { phone: '+12125550100', email: 'data-requester@aditus.example' };

async function signInTo(page: Page, { email, password }: Newcomer): Promise<void> {
  await page.goto('/login');
  await fillSignIn(page, email, password);
  await page.waitForURL('**/orguser/requestRole');
}

test('a user edits the profile, the phone number and the email address, and ends other sessions', async ({
  page,
  browser,
}, { project }) => {
  const person = await register(page, 'mover', project.name, 'elsewhere');
  await signInTo(page, person);
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Edit Account' }).click();
  await expect(page.getByRole('heading', { name: 'Edit Account' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText([
    'Edit Profile',
    'Change Phone Number',
    'Change Email',
  ]);
  await test.step('edit the profile', () => editProfile(page));
  await test.step('change the phone number', () => changePhone(page, person));
  await test.step('change the email address', () => changeEmail(page, person));

  const elsewhere = await (await browser.newContext()).newPage();
  const moved = { ...person, email: `moved.${person.email}` };
  await signInTo(elsewhere, moved);
  await test.step('end all other sessions', () => endOtherSessions(page, elsewhere));
});

async function editProfile(page: Page): Promise<void> {
  const save = page.getByRole('button', { name: 'Save your profile' });
  for (const label of ['First Name', 'Last Name', 'Designation', 'Department']) {
    await page.getByLabel(label, { exact: false }).fill('');
  }
  await save.click();
  for (const name of ['First Name', 'Last Name', 'Designation', 'Department']) {
    await expect(page.getByText(`${name} is required`)).toBeVisible();
  }
  await expect(page.getByRole('textbox', { name: 'Organisation' })).not.toBeEditable();
  await page.getByLabel('First Name').fill('Jonah');
  await page.getByLabel('Middle Name').fill('Ellis');
  await page.getByLabel('Last Name').fill('Tarn');
  await page.getByLabel('Designation').fill('Statistician');
  await page.getByLabel('Department').fill('Registers');
  await save.click();
  await expect(page.getByText('Successfully updated your profile')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('First Name')).toHaveValue('Jonah');
  await expect(page.getByLabel('Middle Name')).toHaveValue('Ellis');
  await expect(page.getByLabel('Department')).toHaveValue('Registers');
  await page.getByRole('button', { name: 'Your account' }).click();
  await expect(page.getByText('Jonah Ellis Tarn')).toBeVisible();
  await page.keyboard.press('Escape');
}

async function changePhone(page: Page, person: Newcomer): Promise<void> {
  await page.getByRole('tab', { name: 'Change Phone Number' }).click();
  const field = page.getByLabel('New Phone Number');
  const send = page.getByRole('button', { name: 'Send OTP' });
  const refused = async (number: string, message: string) => {
    await field.fill(number);
    await send.click();
    await expect(page.getByText(message)).toBeVisible();
  };
  await refused('', 'New Phone Number is required');
  await refused(person.phone, 'This is your current phone number. Please enter a new one.');
  await refused('+15550', 'The phone number does not exist or is not a real phone number.');
  await refused(TAKEN.phone, 'The Phone is already register on Aditus');
  const asked = new Date(Date.now() - 1000);
  await field.fill(person.otherPhone);
  await send.click();
  await enterPassword(page, person.password);
  await page.waitForURL('**/verifyPhone');
  await expect(page.getByRole('heading', { name: 'Verify Account' })).toBeVisible();
  await expect(page.getByText(/^OTP Expires in: [0-5]:\d\d$/)).toBeVisible();

  const code = await mailedCode(page, person.email, person.otherPhone, asked);
  const otp = page.getByRole('textbox', { name: 'OTP' });
  const verify = page.getByRole('button', { name: 'VERIFY' });
  await verify.click();
  await expect(page.getByText('The OTP code is required')).toBeVisible();
  await otp.fill(wrongCode(code));
  await verify.click();
  await expect(page.getByText('Failed to verify OTP. You can try 4 more times.')).toBeVisible();
  await otp.fill(code);
  await verify.click();
  await expect(page.getByText('Your phone number was changed.')).toBeVisible();
  // The page redirects to the home page of an account without a role.
  await page.waitForURL('**/orguser/requestRole');
  await page.goto('/profile?tab=phone');
  await expect(page.getByText(`Your phone number is ${person.otherPhone}.`)).toBeVisible();
  await signInByCall(page, person.otherPhone, person.password);
}

async function changeEmail(page: Page, person: Newcomer): Promise<void> {
  await page.getByRole('tab', { name: 'Change Email' }).click();
  const address = `moved.${person.email}`;
  const field = page.getByLabel('New Email Address');
  const send = page.getByRole('button', { name: 'Send OTP' });
  const refused = async (typed: string, message: string) => {
    await field.fill(typed);
    await send.click();
    await expect(page.getByText(message)).toBeVisible();
  };
  await refused('', 'New Email Address is required');
  await refused('jonas', 'Email is invalid');
  await refused(TAKEN.email, 'The Email Address is already register on Aditus');
  await verifyAddress(page, {
    label: 'New Email Address',
    address,
    missing: 'OTP is required in order to complete Email update.',
  });
  await expect(page.getByText('Your email address was changed.')).toBeVisible();
  // The page redirects, as after a change of the phone number.
  await page.waitForURL('**/orguser/requestRole');
  await page.goto('/profile?tab=email');
  await expect(page.getByText(`Your email address is ${address}.`)).toBeVisible();
}

/** Ends one session, then all others. `elsewhere` shows a screen that needs a session. */
async function endOtherSessions(page: Page, elsewhere: Page): Promise<void> {
  await page.getByRole('link', { name: 'Sign-in and security' }).click();
  const sessions = page
    .getByRole('region', { name: 'Where you are signed in' })
    .getByRole('listitem');
  // Two sessions from calls of this test, one here, and one elsewhere.
  await expect(sessions).toHaveCount(4);
  await expect(sessions.filter({ hasText: 'This device' })).toHaveCount(1);
  await sessions.getByRole('button', { name: /^End / }).last().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'End this session' }).click();
  await expect(page.getByText('The session is ended.')).toBeVisible();
  await expect(sessions).toHaveCount(3);
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(page.getByText('All other sessions are ended.')).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await expect(sessions).toContainText('This device');
  // The other page signs out without any action in it.
  await expect(elsewhere.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  await elsewhere.waitForURL('**/home');
}

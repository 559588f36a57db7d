import { expect, test, type Page } from '@playwright/test';
import { codeMailed, fillSignIn, isSound, PASSWORD, signInAs, signOut, wrongFor } from './aditus';
import { fillSignUp } from './registration';
import { pickVariables, submitThroughWizard } from './request';

const OWN_PASSWORD = 'Newcomer-2026!';

/** The Super User grants the role that somebody asked for; the organisation is not registered, so it has no Admin. */
async function grantRole(page: Page, email: string): Promise<void> {
  await signInAs(page, 'Super User');
  await page.goto('/superuser/organisation?org_id=6&tab=requests');
  const asked = page.getByRole('main').getByRole('listitem').filter({ hasText: email });
  await expect(asked).toBeVisible();
  await isSound(page);
  await asked.getByRole('button', { name: /^Grant/ }).click();
  const grant = page.getByRole('dialog');
  await grant.getByLabel(/^Your password/).fill(PASSWORD);
  await grant.getByRole('button', { name: /^Grant/ }).click();
  await expect(
    page.getByText('You have successfully attended to this request').first(),
  ).toBeVisible();
  await signOut(page);
}

test('a stranger registers, asks for a role, is granted it and submits a request @phone', async ({
  page,
}, { project }) => {
  const email = `ines.${project.name}@lakeside-clinic.example`;
  const title = `Births by district and month, ${project.name}`;
  const form = await fillSignUp(page, {
    fname: 'Ines',
    sname: 'Marlowe',
    email,
    phone: project.name === 'desk' ? '2125550171' : '2125550172',
    organisation: 'Lakeside Clinic',
    password: OWN_PASSWORD,
  });
  await isSound(page);
  await form.getByRole('button', { name: 'Register' }).click();

  await page.waitForURL('**/otp-page');
  await expect(page.getByRole('heading', { name: 'Verify Account' })).toBeVisible();
  await expect(page.getByText(/^OTP Expires in: [0-5]:\d\d$/)).toBeVisible();
  await isSound(page);
  const code = await codeMailed(page, email, 'complete your registration', new Date(0));
  await page.getByRole('textbox', { name: 'OTP' }).fill(code);
  await page.getByRole('button', { name: 'VERIFY' }).click();
  await page.waitForURL('**/registeredSuccessfully');
  await expect(page.getByRole('heading', { name: 'Your account is registered' })).toBeVisible();
  await isSound(page);

  await page.getByRole('link', { name: 'Request a role' }).click();
  await page.waitForURL('**/orguser/requestRole');
  await expect(page.getByRole('heading', { name: 'Request Role' })).toBeVisible();
  await isSound(page);
  await page.getByRole('button', { name: 'Request the role Data Requester' }).click();
  await expect(
    page.getByText('You have successfully requested for this role').first(),
  ).toBeVisible();
  await signOut(page);

  await grantRole(page, email);

  await page.goto('/login');
  await fillSignIn(page, email, OWN_PASSWORD);
  await page.waitForURL('**/requester/home');
  await isSound(page);
  await pickVariables(page);
  await page.getByRole('button', { name: 'Request Data' }).click();
  await page.waitForURL('**/requester/submitrequest**');
  await submitThroughWizard(page, title, false);
  await page.goto('/requester/myrequests');
  await expect(page.getByRole('main').getByText(title)).toBeVisible();
  await isSound(page);
});

test('who guesses a code five times is refused the right one', async ({ page }, { project }) => {
  const email = `rolf.${project.name}@lakeside-clinic.example`;
  const form = await fillSignUp(page, {
    fname: 'Rolf',
    sname: 'Anders',
    email,
    phone: project.name === 'desk' ? '2125550173' : '2125550174',
    organisation: 'Lakeside Clinic',
    password: OWN_PASSWORD,
  });
  await form.getByRole('button', { name: 'Register' }).click();
  await page.waitForURL('**/otp-page');
  const right = await codeMailed(page, email, 'complete your registration', new Date(0));
  const field = page.getByRole('textbox', { name: 'OTP' });
  const enter = async (digits: string) => {
    const answered = page.waitForResponse('**/api/v1/users/verify');
    await field.fill(digits);
    await page.getByRole('button', { name: 'VERIFY' }).click();
    return (await answered).json() as Promise<{ code: number }>;
  };

  await page.getByRole('button', { name: 'VERIFY' }).click();
  await expect(page.getByText('The OTP code is required')).toBeVisible();
  for (let guess = 1; guess <= 5; guess += 1) {
    expect(await enter(wrongFor(right, guess))).toMatchObject({ code: 605 });
    await expect(page.getByText('Failed to verify OTP')).toBeVisible();
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('');
  }
  expect(await enter(right)).toMatchObject({ code: 605 });
  await expect(page.getByText('This OTP does not exist please try again')).toBeVisible();
  await expect(page.getByText('OTP has expired, send a new one below').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resend OTP' })).toBeEnabled();
  await expect(page).toHaveURL(/\/otp-page$/);
  await isSound(page);
});

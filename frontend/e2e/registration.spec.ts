import { expect, test, type Page } from '@playwright/test';
import { PASSWORD, mailedCode, emailOf, fillSignIn, signOut, wrongCode } from './aditus';
import { mailedLink } from './mails';
import { fillSignUp } from './registration';

const OWN_PASSWORD = 'Marble-Tram-Ferry-58!';

/**
 * Grants the requested role as the Super User: an organisation that is not registered has no Admin.
 */
async function grantRole(page: Page, email: string): Promise<void> {
  // The link of the mail, followed without a session, leads to this request alone.
  const superUser = emailOf('Super User');
  const link = await mailedLink(page, superUser, 'Ines Marlowe requested the role');
  await page.goto(link);
  await fillSignIn(page, superUser);
  await page.waitForURL('**/superuser/organisation?**assigned_role_id=**');
  const asked = page.getByRole('main').getByRole('listitem').filter({ hasText: email });
  await expect(asked).toBeVisible();
  await expect(asked).toBeFocused();
  await asked.getByRole('button', { name: /^Grant/ }).click();
  const grant = page.getByRole('dialog');
  await grant.getByLabel(/^Your password/).fill(PASSWORD);
  await grant.getByRole('button', { name: /^Grant/ }).click();
  await expect(
    page.getByText('You have successfully attended to this request').first(),
  ).toBeVisible();
  await signOut(page);
}

test('a new user registers, requests a role and is granted it', async ({ page }) => {
  const email = 'ines@lakeside-clinic.example';
  const form = await fillSignUp(page, {
    fname: 'Ines',
    sname: 'Marlowe',
    email,
    phone: '2125550171',
    organisation: 'Lakeside Clinic',
    password: OWN_PASSWORD,
  });
  const prefix = await form.getByText('+1', { exact: true }).boundingBox();
  expect(prefix!.height, 'the prefix stands on one line').toBeLessThan(30);
  await form.getByRole('button', { name: 'Register' }).click();

  await page.waitForURL('**/otp-page');
  await expect(page.getByRole('heading', { name: 'Verify Account' })).toBeVisible();
  await expect(page.getByText(/^OTP Expires in: [0-5]:\d\d$/)).toBeVisible();
  const code = await mailedCode(page, email, 'complete your registration', new Date(0));
  await page.getByRole('textbox', { name: 'OTP' }).fill(code);
  await page.getByRole('button', { name: 'VERIFY' }).click();
  await page.waitForURL('**/registeredSuccessfully');
  await expect(page.getByRole('heading', { name: 'Your account is registered' })).toBeVisible();

  await page.getByRole('link', { name: 'Request a role' }).click();
  await page.waitForURL('**/orguser/requestRole');
  await expect(page.getByRole('heading', { name: 'Request Role' })).toBeVisible();
  await page.getByRole('button', { name: 'Request the role Data Requester' }).click();
  await expect(
    page.getByText('You have successfully requested for this role').first(),
  ).toBeVisible();
  await signOut(page);

  await grantRole(page, email);

  await page.goto('/login');
  await fillSignIn(page, email, OWN_PASSWORD);
  await page.waitForURL('**/requester/home');
  await expect(page.getByTestId('active-role')).toHaveText('Data Requester');
});

/** Shifts the clock of the device by these milliseconds. */
async function setDeviceClock(page: Page, off: number): Promise<void> {
  await page.addInitScript((by) => {
    const Right = Date;
    globalThis.Date = class extends Right {
      constructor(...given: []) {
        super(...(given.length > 0 ? given : ([Right.now() + by] as unknown as [])));
      }
      static override now() {
        return Right.now() + by;
      }
    } as unknown as DateConstructor;
  }, off);
}

test('five wrong codes void the right one, even if the device’s clock is wrong', async ({
  page,
}) => {
  await setDeviceClock(page, 600_000);
  const email = 'rolf@lakeside-clinic.example';
  const form = await fillSignUp(page, {
    fname: 'Rolf',
    sname: 'Anders',
    email,
    phone: '2125550173',
    organisation: 'Lakeside Clinic',
    password: OWN_PASSWORD,
  });
  await form.getByRole('button', { name: 'Register' }).click();
  await page.waitForURL('**/otp-page');
  await expect(page.getByText(/^OTP Expires in: (5:00|4:\d\d)$/)).toBeVisible();
  const right = await mailedCode(page, email, 'complete your registration', new Date(0));
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
    const isLast = guess === 5;
    expect(await enter(wrongCode(right, guess))).toMatchObject({ code: isLast ? 605 : 400 });
    const message = isLast ? 'This OTP does not exist please try again' : 'Failed to verify OTP.';
    await expect(page.getByText(message)).toBeVisible();
    const countdown = isLast ? /^This OTP is void after 5 wrong entries/ : /^OTP Expires in: /;
    await expect(page.getByText(countdown).first()).toBeVisible();
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('');
  }
  expect(await enter(right)).toMatchObject({ code: 605 });
  await expect(page.getByText('This OTP does not exist please try again')).toBeVisible();
  // The page states when the server will send another code.
  await expect(page.getByRole('button', { name: 'Resend OTP' })).toBeVisible();
  await expect(page.getByText(/^in 0:[0-3]\d$/)).toBeVisible();
  await expect(page).toHaveURL(/\/otp-page$/);
});

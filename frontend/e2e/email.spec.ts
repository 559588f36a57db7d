import { expect, test, type Page } from '@playwright/test';
import { codeMailed, fillSignIn, isSound, wrongFor } from './aditus';
import { register } from './people';

interface WithUser {
  user: { org_email: string | null; email_is_verified: boolean };
}

/**
 * Nobody can register without an e-mail address; accounts without one come from elsewhere. So the account has one, which
 * is taken out of what the server says about it until another one is added. Everything else is the server's.
 */
async function hideAddress(page: Page, address: string): Promise<void> {
  await page.route(/\/api\/v1\/users\/(signin|detailuser)/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as WithUser;
    if (body.user.org_email === address) {
      body.user = { ...body.user, org_email: null, email_is_verified: false };
    }
    await route.fulfill({ response, json: body });
  });
}

test('who has no e-mail address is asked for one on every screen, and adds it', async ({ page }, {
  project,
}) => {
  const person = await register(page, 'unreachable', project.name, 'elsewhere');
  const address = `added.${person.email}`;
  await hideAddress(page, person.email);
  await page.goto('/login');
  await fillSignIn(page, person.email, person.password);
  await page.waitForURL('**/orguser/requestRole');

  const alert = page.getByRole('dialog', { name: 'Email Alert' });
  await expect(alert).toBeVisible();
  await isSound(page);
  await alert.getByRole('button', { name: 'Cancel' }).click();
  await expect(alert).toBeHidden();
  await page.getByRole('link', { name: 'View the data dictionaries' }).click();
  await page.waitForURL('**/datasource');
  await expect(alert).toBeVisible();
  await alert.getByRole('button', { name: 'Cancel' }).click();
  await expect(alert).toBeHidden();
  await page.goBack();
  await page.waitForURL('**/orguser/requestRole');
  await expect(alert).toBeVisible();
  await alert.getByRole('button', { name: 'OK' }).click();
  await page.waitForURL('**/addemail');
  await expect(page.getByRole('heading', { name: 'Add Email' })).toBeVisible();
  await expect(alert).toBeHidden();
  await isSound(page);

  const field = page.getByLabel('Email', { exact: false });
  const send = page.getByRole('button', { name: 'Send OTP' });
  await send.click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await field.fill('data-officer@aditus.example');
  await send.click();
  await expect(page.getByText('The Email Address is already register on Aditus')).toBeVisible();
  const asked = new Date(Date.now() - 1000);
  await field.fill(address);
  await send.click();
  await expect(page.getByText('OTP sent successfully')).toBeVisible();
  await expect(page.getByText(/^OTP Expires in: [0-5]:\d\d$/)).toBeVisible();
  await isSound(page);

  const code = await codeMailed(page, address, 'the email address of your', asked);
  const otp = page.getByRole('textbox', { name: 'OTP' });
  const verify = page.getByRole('button', { name: 'VERIFY' });
  await verify.click();
  await expect(page.getByText('The OTP Code is required')).toBeVisible();
  await otp.fill(wrongFor(code));
  await verify.click();
  await expect(
    page.getByText('You have entered an incorrect otp. Please try again.'),
  ).toBeVisible();
  await otp.fill(code);
  await verify.click();
  await expect(page.getByText('User email information updated successfully.')).toBeVisible();
  await page.waitForURL('**/home');

  await page.goto('/orguser/requestRole');
  await expect(page.getByRole('heading', { name: 'Request Role' })).toBeVisible();
  await page.getByRole('button', { name: 'Your account' }).click();
  await expect(page.getByText(address)).toBeVisible();
  await expect(alert).toBeHidden();
});

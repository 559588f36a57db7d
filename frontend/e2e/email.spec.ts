import { expect, test } from '@playwright/test';
import { expectAccessible, fillSignIn, enterPassword, signOut } from './aditus';
import { verifyAddress } from './address';

/**
 * The two demo accounts without an email address, one for each width, and the addresses they add.
 */
const unreachable = {
  desk: { phone: '+12125550112', address: 'wanda.ferrow@valley-hospital.example' },
  phone: { phone: '+12125550113', address: 'ilja.stroud@valley-hospital.example' },
};

test('a user without an email address is asked for one on every screen, and adds it', async ({
  page,
}, { project }) => {
  const { phone, address } = unreachable[project.name as keyof typeof unreachable];
  await page.goto('/login');
  await fillSignIn(page, phone);
  await page.waitForURL('**/orguser/requestRole');

  const alert = page.getByRole('dialog', { name: 'Email Alert' });
  await expect(alert).toBeVisible();
  await expectAccessible(page);
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

  const field = page.getByLabel('Email', { exact: false });
  const send = page.getByRole('button', { name: 'Send OTP' });
  await send.click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await field.fill('data-officer@aditus.example');
  await send.click();
  await enterPassword(page);
  await expect(page.getByText('The Email Address is already register on Aditus')).toBeVisible();
  await verifyAddress(page, { label: 'Email', address, missing: 'The OTP Code is required' });
  await page.waitForURL('**/home');

  await page.goto('/orguser/requestRole');
  await expect(page.getByRole('heading', { name: 'Request Role' })).toBeVisible();
  await page.getByRole('button', { name: 'Your account' }).click();
  await expect(page.getByText(address)).toBeVisible();
  await expect(alert).toBeHidden();
  await page.keyboard.press('Escape');
  // The address is stored, and the account can sign in with it.
  await signOut(page);
  await page.goto('/login');
  await fillSignIn(page, address);
  await page.waitForURL('**/orguser/requestRole');
  await expect(page.getByRole('heading', { name: 'Request Role' })).toBeVisible();
  await expect(alert).toBeHidden();
});

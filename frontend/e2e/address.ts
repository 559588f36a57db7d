import { expect, type Page } from '@playwright/test';
import { mailedCode, wrongCode } from './aditus';

/**
 * Verifies an email address: requests a code, submits no code and a wrong one, and then the right
 * one. The callers have tested the validation of the address field before.
 */
export async function verifyAddress(
  page: Page,
  { label, address, missing }: { label: string; address: string; missing: string },
): Promise<void> {
  const asked = new Date(Date.now() - 1000);
  await page.getByLabel(label).fill(address);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page.getByText('OTP sent successfully')).toBeVisible();
  await expect(page.getByText(/^OTP Expires in: [0-5]:\d\d$/)).toBeVisible();

  const code = await mailedCode(page, address, 'the email address of your', asked);
  const otp = page.getByRole('textbox', { name: 'OTP' });
  const verify = page.getByRole('button', { name: 'VERIFY' });
  await verify.click();
  await expect(page.getByText(missing)).toBeVisible();
  await otp.fill(wrongCode(code));
  await verify.click();
  await expect(
    page.getByText('You have entered an incorrect otp. Please try again.'),
  ).toBeVisible();
  await otp.fill(code);
  await verify.click();
  await expect(page.getByText('User email information updated successfully.')).toBeVisible();
}

import { expect, type Page } from '@playwright/test';
import { codeMailed, wrongFor } from './aditus';

/**
 * Types an address, asks for the code and proves the address with it: first without a code, then with a wrong one. The
 * field with this label has been found to refuse what it must.
 */
export async function proveAddress(
  page: Page,
  { label, address, missing }: { label: string; address: string; missing: string },
): Promise<void> {
  const asked = new Date(Date.now() - 1000);
  await page.getByLabel(label).fill(address);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page.getByText('OTP sent successfully')).toBeVisible();
  await expect(page.getByText(/^OTP Expires in: [0-5]:\d\d$/)).toBeVisible();

  const code = await codeMailed(page, address, 'the email address of your', asked);
  const otp = page.getByRole('textbox', { name: 'OTP' });
  const verify = page.getByRole('button', { name: 'VERIFY' });
  await verify.click();
  await expect(page.getByText(missing)).toBeVisible();
  await otp.fill(wrongFor(code));
  await verify.click();
  await expect(
    page.getByText('You have entered an incorrect otp. Please try again.'),
  ).toBeVisible();
  await otp.fill(code);
  await verify.click();
  await expect(page.getByText('User email information updated successfully.')).toBeVisible();
}

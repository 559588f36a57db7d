import { expect, test } from '@playwright/test';

test('a guest searches all dictionaries, and picks variables of two sources @phone', async ({
  page,
}) => {
  await page.goto('/home');
  await page.getByLabel('Which data are you looking for?').fill('birth');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/datasource?search=birth');
  const registration = page.getByRole('region', {
    name: 'Civil Registration and Vital Statistics',
  });
  const reporting = page.getByRole('region', { name: 'Health Facility Reporting' });
  await expect(registration.getByText('16 variables')).toBeVisible();
  await expect(registration.locator('mark').first()).toHaveText('Birth');

  // The filters are in the address, so Back and a reload keep them.
  const personal = page.getByRole('combobox', { name: 'Personal data' });
  await personal.selectOption('Only PII');
  await expect(reporting).toHaveCount(0);
  await expect(registration.getByText('PII').first()).toBeVisible();
  await page.reload();
  await expect(reporting).toHaveCount(0);
  await personal.selectOption('With and without');

  await registration.getByRole('checkbox', { name: 'Select Birth weight' }).check();
  await reporting.getByRole('checkbox', { name: 'Select Live births' }).check();
  await expect(page.getByText('Your selection has variables of several sources.')).toBeVisible();

  await registration.getByRole('link', { name: /^Show all 16 in/ }).click();
  await page.waitForURL('**/datatable/*?search=birth');
  await expect(
    page.getByRole('status').filter({ hasText: '16 variables, 1 selected' }),
  ).toBeVisible();
  await page.goBack();
  await page
    .getByRole('button', { name: 'Request Data of Health Facility Reporting', exact: true })
    .click();
  await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible();
});

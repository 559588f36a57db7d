import { expect, test } from '@playwright/test';
import { expectAccessible } from './aditus';

test('a guest reads the licences of the product and its dependencies', async ({ page }) => {
  const late: string[] = [];
  page.on('response', async (response) => {
    if ((await response.text().catch(() => '')).includes('EUROPEAN UNION PUBLIC LICENCE')) {
      late.push(page.url());
    }
  });
  await page.goto('/home');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText(/^Version \d+\.\d+\.\d+/)).toBeVisible();
  await footer.getByRole('link', { name: 'Licences' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Licences' })).toBeVisible();
  await expect(page).toHaveTitle('Licences · Aditus');
  // The texts are loaded with the page that shows them, and no earlier.
  await expect.poll(() => late.map((url) => new URL(url).pathname)).toEqual(['/licences']);

  const own = page.locator('summary').filter({ hasText: 'The licence of Aditus' });
  await own.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Licensed under the EUPL', { exact: false })).toBeVisible();
  await own.click();

  await page.getByRole('searchbox', { name: 'Search by name or licence' }).fill('actix-web');
  await expect(page.getByText('react-dom')).toBeHidden();
  await page.getByText('actix-web', { exact: true }).click();
  await expect(page.getByText(/Permission is hereby granted, free of charge/)).toBeVisible();
  await expectAccessible(page);
});

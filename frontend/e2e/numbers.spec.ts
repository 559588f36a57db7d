import { readFile } from 'node:fs/promises';
import { expect, test, type Locator } from '@playwright/test';
import { beginSession, signInAs } from './aditus';

test('a reviewer reads the feedback of requesters', async ({ page }) => {
  await beginSession(page, 'Data Security Reviewer');
  await page.goto('/datarequest/feedback');
  await expect(page.getByRole('heading', { name: 'Feedback Dashboard' })).toBeVisible();
  await expect(page.getByText('Total Feedback')).toBeVisible();

  const view = page.getByRole('button', { name: /^View Details of REQ0000\d+$/ });
  const { width, height } = page.viewportSize()!;
  if (width > 1360) {
    await page.setViewportSize({ width: 1360, height });
    await expect(view.first()).toBeVisible();
    const rightOf = async (part: Locator) => {
      const { x, width: across } = (await part.boundingBox())!;
      return x + across;
    };
    const table = page.getByRole('region', { name: /, table$/ });
    const beyond = async () => (await rightOf(view.first())) - (await rightOf(table));
    await expect.poll(beyond, 'the button is in sight without scrolling').toBeLessThanOrEqual(0);
  }
  await view.first().click();
  const dialog = page.getByRole('dialog', { name: /View Feedback/ });
  await expect(dialog.getByText('What should be improved?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();

  const request = page.getByRole('link', { name: /measles-rubella/ });
  const title = (await request.textContent()) ?? '';
  await request.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
});

test('an analyst assesses the data quality of a source', async ({ page }) => {
  await signInAs(page, 'Data Analyst');
  const home = page.getByRole('main').getByRole('link', { name: 'Assess data quality' });
  await home.click();
  const sources = page.getByRole('list', { name: 'Data sources and their tables' });
  await expect(sources.getByRole('link', { name: 'Immunisation Register' })).toBeVisible();

  await page.getByRole('combobox', { name: 'Data source' }).click();
  await page.getByRole('option', { name: 'Immunisation Register' }).click();
  const bars = page.getByRole('figure').getByRole('listitem');
  await expect(bars).toHaveCount(7);
  await page.getByRole('combobox', { name: 'Order' }).click();
  await page.getByRole('option', { name: 'Lowest validity first' }).click();
  await expect(bars.first()).toContainText(/^cold_chain.*Validity55% Poor/);

  await page.getByRole('combobox', { name: 'Tables' }).fill('coverage');
  await page.getByRole('option', { name: 'coverage' }).click();
  await page.keyboard.press('Escape');
  await expect(bars).toHaveCount(1);
  await expect(page.getByText('eMC counts more valid records than records.')).toBeVisible();
  await expect(page).toHaveURL(/data_source=\d+&sort=validity&tables=\d+$/);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Immunisation Register_data_quality.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^Immunisation Register,coverage,Coverage,100\.00,Excellent,/);

  // A reload restores everything from the address.
  await page.reload();
  await expect(bars).toHaveCount(1);
});

import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { beginSession, expectAccessible, signInAs } from './aditus';

test('a guest downloads every document', async ({ page }) => {
  await page.goto('/documents');
  const downloads = page.getByRole('main').getByRole('link', { name: /^Download/ });
  await expect(downloads).toHaveCount(5);
  for (const link of await downloads.all()) {
    const started = page.waitForEvent('download');
    await link.click();
    const download = await started;
    const href = await link.getAttribute('href');
    expect(download.suggestedFilename()).toBe(`${href!.split('/').at(-2)}.pdf`);
    const content = await readFile(await download.path());
    expect(content.subarray(0, 5).toString()).toBe('%PDF-');
  }
});

test('a link to a document scrolls to it and focuses it', async ({ page }) => {
  await signInAs(page, 'Data Requester');
  for (const slug of ['general-data-specification-form', 'data-sharing-agreement']) {
    await page.goto(`/documents#${slug}`);
    const row = page.locator(`#${slug}`);
    await expect(row).toBeFocused();
    await expect(row).toBeInViewport();
  }
});

test('a document opens beside the request, with the decision in reach', async ({ page }) => {
  await beginSession(page, 'Data Access Reviewer');
  await page.goto('/datarequest?request_id=14');
  const brief = page.getByRole('region', { name: 'In brief' });
  const letter = brief.getByRole('button', { name: /^Ethics Approval Letter/ });
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  // The grounds of the decision are on the first screen.
  for (const part of [brief.getByText('Asked for', { exact: true }), letter, approve])
    await expect(part).toBeInViewport({ ratio: 1 });

  await letter.click();
  const shown = page.getByRole('region', { name: /^Ethics Approval Letter · / });
  await expect(shown.getByRole('button', { name: 'Close the document' })).toBeFocused();
  await expect(shown).toBeInViewport({ ratio: 0.9 });
  await expect(approve).toBeInViewport({ ratio: 1 });
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(sideways).toBeLessThanOrEqual(0);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Next document' }).click();
  await expect(page.getByRole('region', { name: /^Data Sharing Agreement · / })).toBeVisible();
  await page.getByRole('button', { name: 'Close the document' }).press('Escape');
  await expect(letter).toBeFocused();
});

import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { signInAs } from './aditus';

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

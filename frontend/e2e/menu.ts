import { expect, type Page } from '@playwright/test';

/**
 * Expects these entries in the menu. At narrow widths, opens and closes the drawer that contains
 * it.
 */
export async function expectMenu(page: Page, entries: readonly string[]): Promise<void> {
  const opener = page.getByRole('button', { name: 'Open the menu' });
  const behindButton = page.viewportSize()!.width < 900;
  if (behindButton) await opener.click();
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links).toHaveCount(entries.length);
  const shown = await links.evaluateAll((found) =>
    found.map((link) => `${link.getAttribute('href')} ${link.textContent}`),
  );
  expect(shown).toEqual(entries);
  if (behindButton) {
    await page.getByRole('button', { name: 'Close the menu' }).click();
    await expect(links).toHaveCount(0);
  }
}

import { expect, type Page } from '@playwright/test';

/** The menu as it is shown at this width: beside the screen or on top of it, else in a drawer. */
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

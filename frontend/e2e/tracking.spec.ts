import { expect, test } from '@playwright/test';
import { beginSession, expectAccessible, signInAs } from './aditus';

/**
 * Tests the parts of the tracking graph that need a browser: the pointer, the focus, a tap, and the
 * size of the window.
 */
test.describe('the tracking graph', () => {
  test('shows the same card on hover, focus and tap, and resizes with the window', async ({
    browser,
    page,
  }) => {
    await beginSession(page, 'Super User');
    await page.goto('/superuser/home?tab=denied');
    await page
      .getByRole('link', { name: /^Track Request/ })
      .first()
      .click();
    const drawing = page.getByRole('figure', { name: 'Tracking graph' });
    const node = drawing.getByRole('button', { name: /: Denied/ });
    const card = page.getByRole('tooltip');
    await node.hover();
    await expect(card).toContainText('Reason:');
    const words = await card.innerText();
    await page.mouse.move(0, 0);
    await expect(card).toBeHidden();
    // The focus shows the card only if it came by the keyboard.
    await page.keyboard.press('Tab');
    await node.focus();
    await expect(card).toHaveCount(1);
    await expect(card).toContainText('Reason:');
    expect(await card.innerText()).toBe(words);
    await expectAccessible(page);

    // A press shows the same beside the drawing. The list is the other view.
    const details = page.getByRole('region', { name: 'Chosen stage' });
    await drawing.getByRole('button').first().click();
    await expect(details).not.toContainText('Reason:');
    await node.focus();
    await page.keyboard.press('Enter');
    await expect(node).toHaveAttribute('aria-pressed', 'true');
    await expect(details).toContainText('Reason:');
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await expect(drawing).toBeHidden();
    const stages = page.getByRole('list', { name: 'Stages' });
    await expect(stages).toContainText('Reason:');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Drawing', exact: true }).click();

    const height = async () => (await drawing.boundingBox())!.height;
    await page.setViewportSize({ width: 1440, height: 1100 });
    await expect.poll(height).toBe(1100 - 160);
    await page.setViewportSize({ width: 1440, height: 800 });
    await expect.poll(height).toBe(800 - 160);

    const touched = await browser.newContext({
      hasTouch: true,
      viewport: { width: 1024, height: 900 },
      storageState: await page.context().storageState(),
    });
    const tablet = await touched.newPage();
    const session = await page.evaluate(() => sessionStorage.getItem('aditus.session'));
    await tablet.addInitScript((kept) => sessionStorage.setItem('aditus.session', kept!), session);
    await tablet.goto(page.url());
    // Sends touch events instead of a tap, after which headless Chromium moves its mouse pointer
    // away.
    const tapped = tablet.getByRole('button', { name: /: Denied/ });
    await tapped.dispatchEvent('touchstart');
    await tapped.dispatchEvent('touchend');
    await expect(tablet.getByRole('tooltip')).toContainText('Reason:');
    expect(await tablet.getByRole('tooltip').innerText()).toBe(words);
    await touched.close();
  });

  test('shows a message if there is nothing to track', async ({ page }) => {
    await signInAs(page, 'Super User');
    for (const id of ['NaN', '', '99999999999999999999', '424242']) {
      await page.goto(`/datarequest/track?request_id=${id}`);
      await expect(page.getByText('No tracking information found.')).toBeVisible();
    }
  });
});

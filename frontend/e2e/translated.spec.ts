import { expect, test, type Page } from '@playwright/test';
import { beginSession, navigateInApp } from './aditus';
import { png } from './sampleFiles';

/**
 * Imitates the translation of Chromium: replaces each text by two nested FONT elements, now and
 * whenever a text is added.
 */
function translate(): void {
  const kept = ['SCRIPT', 'STYLE', 'TEXTAREA', 'FONT'];
  const wrap = (text: Text) => {
    const parent = text.parentNode;
    if (!parent || kept.includes(parent.nodeName) || !text.data.trim()) return;
    const outer = document.createElement('font');
    outer.appendChild(document.createElement('font')).append(text.data);
    parent.replaceChild(outer, text);
  };
  const all = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(wrap);
  };
  all(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (node.nodeType === Node.TEXT_NODE) wrap(node as Text);
        else if (node.nodeName !== 'FONT') all(node);
      }
    }
  }).observe(document.body, { childList: true, subtree: true });
}

/** Collects the errors of the page, and console messages about missing nodes. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (told) => {
    if (/removeChild|insertBefore|NotFoundError/.test(told.text())) errors.push(told.text());
  });
  return errors;
}

test('a guest searches, turns pages and picks variables in a translated dictionary', async ({
  page,
}) => {
  const errors = errorsOf(page);
  await page.goto('/datatable/1');
  const boxes = page.getByRole('checkbox', { name: /^Select (row|[^a])/ });
  await expect(boxes.nth(2)).toBeVisible();
  await page.evaluate(translate);

  const number = page.getByRole('status').filter({ hasText: /\d variable/ });
  const all = await number.innerText();
  const keyword = page.getByLabel(/Keyword/);
  await keyword.fill('date');
  await expect(page.locator('mark').first()).toBeVisible();
  await expect(number).not.toHaveText(all);
  await keyword.fill('');
  await expect(page.locator('mark')).toHaveCount(0);
  await expect(number).toHaveText(all);

  await page.getByRole('button', { name: 'Go to next page' }).click();
  await expect(page.getByText(/^21–\d+ of/)).toBeVisible();
  for (const [at, told] of ['1 selected', '2 selected', '3 selected'].entries()) {
    await boxes.nth(at).check();
    await expect(number).toContainText(told);
  }
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Request Data' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('a requester adds and deletes a staff member in a translated wizard', async ({ page }) => {
  const errors = errorsOf(page);
  const headers = await beginSession(page, 'Data Requester');
  const path = '/api/v1/data_requests/drafts';
  const begun = await page.request.post('/api/v1/data_requests', {
    headers,
    data: { title: 'Read in another language', reached: 7 },
  });
  const { draft_id } = ((await begun.json()) as { data: { draft_id: number } }).data;
  await page.goto(`/requester/submitrequest?draft=${draft_id}&step=devices-staff`);
  await expect(page.getByRole('button', { name: 'Add staff member' })).toBeVisible();
  await page.evaluate(translate);

  await page.getByRole('button', { name: 'Add staff member' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add staff member' }).click();
  await expect(dialog.getByText('First Name is required.')).toBeVisible();
  for (const [label, text] of [
    ['First Name', 'Maximiliana Theodora'],
    ['Surname', 'Oyelaran-Featherstonehaugh'],
    ['Phone Number', '+12125550143'],
    ['Email', 'maximiliana@halden.example'],
    ['Position in the Organisation', 'Professor of Medical Informatics'],
    ['Identification Number', 'X7654321'],
  ] as const) {
    await dialog.getByLabel(label).fill(text);
  }
  await expect(dialog.getByText('First Name is required.')).toBeHidden();
  await dialog.getByRole('radio', { name: 'Passport' }).check();
  const chosen = dialog.locator('input[type="file"]');
  const passport = { name: 'passport.png', mimeType: 'image/png', buffer: png() };
  await chosen.setInputFiles(passport);
  const remove = dialog.getByRole('button', { name: 'Remove passport.png' });
  await remove.click();
  await expect(remove).toBeHidden();
  await chosen.setInputFiles(passport);
  await expect(remove).toBeVisible();
  await dialog.getByRole('radio', { name: 'Yes' }).check();
  await dialog.getByRole('button', { name: 'Add staff member' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: /^Delete Maximiliana/ }).click();
  await page.getByRole('button', { name: 'Delete staff member' }).click();
  await expect(page.getByText('Maximiliana').first()).toBeHidden();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await navigateInApp(page, '/notifications');
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  expect(errors).toEqual([]);
  await page.request.delete(`${path}/${draft_id}`, { headers });
});

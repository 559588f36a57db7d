import { expect, test, type Page } from '@playwright/test';
import { beginSession, expectAccessible, navigateInApp, createSession } from './aditus';

/**
 * Returns the times of the displayed entries. They identify entries, because they are precise to
 * the microsecond.
 */
const shown = (page: Page) =>
  page
    .getByRole('main')
    .locator('time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')));

/** Returns the times of the entries that the server has for the address of the page. */
async function stored(page: Page, headers: Record<string, string>): Promise<string[]> {
  const query = new URL(page.url()).searchParams;
  if (query.get('kind') === 'all') query.delete('kind');
  query.set('page_size', '20');
  const answer = await page.request.get(`/api/v1/audit/entries?${query.toString()}`, { headers });
  const { data } = (await answer.json()) as { data: { entries: { at: string }[] } };
  return data.entries.map(({ at }) => at);
}

/** Waits until nothing is loading. */
const atRest = (page: Page) =>
  expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);

test('a Super User filters the audit log and turns its pages', async ({ page }) => {
  test.slow();
  // Creates more than a page of entries, regardless of what other tests do meanwhile.
  for (let turn = 0; turn < 21; turn += 1) await createSession(page, 'Data Analyst');
  const { headers } = await createSession(page, 'Super User');
  await beginSession(page, 'Super User');
  await page.goto('/superuser/audit');
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible();
  await expect(page.getByRole('main').locator('time').first()).toBeVisible();
  await expect(page.getByRole('main').getByText('Signed in', { exact: true })).toHaveCount(0);
  await navigateInApp(page, '/superuser/audit?kind=all');
  await expect.poll(() => shown(page)).toHaveLength(20);

  await test.step('filter by action and by person', async () => {
    const kind = page.getByRole('combobox', { name: 'What was done' });
    // Until then, the choice of the address would replace what is typed.
    await expect(kind).toHaveValue('Everything');
    await kind.fill('Signed in');
    await page.getByRole('option', { name: 'Signed in', exact: true }).click();
    await expect(page).toHaveURL(/[?&]kind=account\.signed_in(&|$)/);
    await atRest(page);
    await page.getByRole('button', { name: 'Find a person' }).click();
    const organisation = page.getByRole('combobox', { name: 'Organisation of the person' });
    await organisation.click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expectAccessible(page);
    const names = page.getByRole('main').locator('a[href*="person="]');
    await names.first().click();
    await expect(page).toHaveURL(/[?&]person=\d+(&|$)/);
    await expect(page.getByText(/^Person: /)).toBeVisible();
    await page.getByRole('button', { name: 'Show everyone' }).click();
    await expect(page).not.toHaveURL(/person=/);
    await atRest(page);
  });

  await test.step('older and newer entries, Back, a reload and a link', async () => {
    await page.getByRole('button', { name: 'Older' }).click();
    await expect(page).toHaveURL(/[?&]before=\d+(&|$)/);
    // The entries before a given one do not change while other tests add newer ones. Polls, because
    // the screen may still show the previous page.
    const second = await stored(page, headers);
    expect(second).not.toHaveLength(0);
    await expect.poll(() => shown(page)).toEqual(second);
    const link = page.url();
    await page.reload();
    await expect.poll(() => shown(page)).toEqual(second);
    await page.goBack();
    await expect(page).not.toHaveURL(/before=/);
    await expect.poll(() => shown(page)).not.toEqual(second);
    await navigateInApp(page, new URL(link).pathname + new URL(link).search);
    await expect.poll(() => shown(page)).toEqual(second);
    await page.getByRole('button', { name: 'Newer' }).click();
    await expect(page).toHaveURL(/[?&]after=\d+(&|$)/);
    await expect.poll(() => shown(page)).not.toEqual(second);
  });

  await test.step('no entries found, and the filter cleared', async () => {
    await navigateInApp(page, '/superuser/audit?from=2001-01-01&until=2001-01-31');
    await expect(page.getByText('No entries found')).toBeVisible();
    await page.getByRole('button', { name: 'Clear Filter' }).click();
    await expect.poll(() => shown(page)).toHaveLength(20);
  });

  await test.step('a CSV export, which adds an entry itself', async () => {
    await navigateInApp(page, '/superuser/audit?kind=record_of_acts.exported');
    await expect(page.getByText('No entries found').or(page.locator('time').first())).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^record_of_acts_.*\.csv$/);
    await page.reload();
    await expect(page.getByText('Audit log exported').first()).toBeVisible();
  });
});

test('users read their own activity, and readers of a request read its history', async ({
  page,
}) => {
  await beginSession(page, 'Data Access Reviewer');
  await page.goto('/profile?section=activity');
  const own = page.getByRole('list', { name: 'Your activity' });
  await expect(own.getByText('Signed in').first()).toBeVisible();

  await page.goto('/datarequests?tab=all');
  const requests = page.getByRole('list', { name: 'All Requests' });
  await requests
    .getByRole('link', { name: /^Track Request/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'History', exact: true })).toBeVisible();
});

test('a requester reads the history of their request', async ({ page }) => {
  await beginSession(page, 'Data Requester');
  await page.goto('/requester/singlerequest?request_id=1&tab=history');
  const record = page.getByRole('list', { name: 'What was done' });
  await expect(record.getByText(/submitted the Data Request$/).first()).toBeVisible();
});

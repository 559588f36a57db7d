import { execFileSync } from 'node:child_process';
import { expect, test, type Page } from '@playwright/test';
import { beginSession, closeToasts, enterPassword, expectAccessible } from './aditus';
import { dueDay, longDay } from './deadlines';
import { typeDay } from './request';
import { Server } from './server';
import { requireAction, submit } from './submissions';

/** Returns what Python's icalendar reads in a calendar feed: a line for each event. */
function readEvents(feed: string): string[] {
  const [, ...events] = execFileSync(
    '../target/tlog-venv/bin/python',
    ['../adapters/calendars/tests/calendars/feed.py'],
    { input: feed, encoding: 'utf8' },
  )
    .trimEnd()
    .split('\n');
  return events;
}

/** Gives the first review a target of ten working days. */
async function addTarget(page: Page): Promise<void> {
  await page.goto('/superuser/approval_procedure/1');
  await page.getByRole('button', { name: 'List view' }).click();
  await page.getByRole('button', { name: 'Edit Access review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stage Details' });
  const target = dialog.getByLabel('Target (working days)');
  await target.fill('251');
  await dialog.getByRole('button', { name: 'Save Stage' }).click();
  await expect(
    dialog.getByText('Enter 1 to 250 working days, or nothing for a stage without a target.'),
  ).toBeVisible();
  await target.fill('10');
  await dialog.getByRole('button', { name: 'Save Stage' }).click();
  await enterPassword(page);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('cell', { name: '10 working days' })).toBeVisible();
}

async function addHoliday(page: Page, day: string): Promise<void> {
  await page.goto('/superuser/calendar');
  await page.getByRole('button', { name: 'Add a holiday' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a holiday' });
  await typeDay(page, 'Date', new Date(`${day}T12:00:00Z`), dialog);
  await dialog.getByLabel('Name').fill('Day of the Harvest');
  await dialog.getByRole('button', { name: 'Add holiday' }).click();
  await expect(dialog).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save the calendar' }).click();
  await expect(page.getByText('Successfully updated the calendar')).toBeVisible();
  await closeToasts(page);
}

/**
 * Subscribes to the calendar feed, which has this request on this day, renews its address and
 * switches it off.
 */
async function useFeed(page: Page, request: number, day: string): Promise<void> {
  await page.goto('/profile?section=calendar');
  await page.getByRole('button', { name: 'Create a calendar feed' }).click();
  await enterPassword(page);
  const shown = page.locator('code');
  await expect(shown).toHaveText(/\/api\/v1\/calendar\/feed\/[0-9a-f]{64}\.ics$/);
  const pathShown = async () => new URL((await shown.textContent())!).pathname;
  const read = async (path: string) => page.request.get(path);
  const first = await pathShown();
  const events = readEvents(await (await read(first)).text());
  const event = events.find((line) => line.includes(`Decide on DAC00${request} `));
  expect(event).toContain(` | ${day} | `);

  await page.reload();
  await expect(page.getByText(/^The address was shown when it was created\./)).toBeVisible();
  await expect(shown).toHaveCount(0);
  await page.getByRole('button', { name: 'Renew the address' }).click();
  const renewal = page.getByRole('dialog', { name: 'Renew the address' });
  await renewal.getByRole('button', { name: 'Renew the address' }).click();
  await expect(shown).toHaveText(/\.ics$/);
  await expect(renewal).toBeHidden();
  const second = await pathShown();
  expect([(await read(first)).status(), (await read(second)).status()]).toEqual([404, 200]);

  await page.getByRole('button', { name: 'Switch off', exact: true }).click();
  const end = page.getByRole('dialog', { name: 'Switch off the calendar feed' });
  await end.getByRole('button', { name: 'Switch it off' }).click();
  await expect(page.getByRole('button', { name: 'Create a calendar feed' })).toBeVisible();
  expect((await read(second)).status()).toBe(404);
}

test('a target gives a request a due date, which a holiday moves, a calendar feed has and a comment pauses', async ({
  browser,
}) => {
  const server = new Server();
  try {
    await server.start('--demo');
    const open = async () => {
      const context = await browser.newContext({ baseURL: server.address });
      return context.newPage();
    };
    const superUser = await open();
    await beginSession(superUser, 'Super User');
    await addTarget(superUser);

    const requester = await open();
    const title = 'Admissions by month and ward';
    const request = await submit(requester, await beginSession(requester, 'Data Requester'), title);

    const reviewer = await open();
    const headers = await beginSession(reviewer, 'Data Access Reviewer');
    const first = await dueDay(reviewer, headers, title);
    await reviewer.goto('/datarequests?sort=due_on');
    const row = reviewer.getByRole('listitem').filter({ hasText: title });
    await expect(row).toContainText(`Due ${longDay(first)} · On time`);
    await expectAccessible(reviewer);

    await addHoliday(superUser, first);
    await expect(async () => {
      expect(await dueDay(reviewer, headers, title)).not.toBe(first);
    }).toPass();
    const moved = await dueDay(reviewer, headers, title);
    expect(moved > first).toBe(true);
    const text = `Due ${longDay(moved)} · On time`;
    await reviewer.reload();
    await expect(row).toContainText(text);
    await row.getByRole('link', { name: title }).click();
    await expect(reviewer.getByText(text).first()).toBeVisible();

    await useFeed(reviewer, request, moved);
    await reviewer.goto(`/datarequest?request_id=${request}`);

    await requireAction(reviewer, headers, request, ['Has the List of Devices Form been filed?']);
    await reviewer.reload();
    await expect(reviewer.getByText('Paused until a comment is resolved').first()).toBeVisible();
    await reviewer.goto('/datarequests?due=Due+soon');
    await expect(reviewer.getByText('Choose other filters, or clear them.')).toBeVisible();

    await requester.goto('/requester/myrequests');
    await expect(requester.getByRole('link', { name: title })).toBeVisible();
    await expect(requester.getByText(/^Due \d|Paused/)).toHaveCount(0);
  } finally {
    await server.remove();
  }
});

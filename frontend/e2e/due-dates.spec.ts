import { expect, test, type Page } from '@playwright/test';
import { beginSession, closeToasts, enterPassword, expectAccessible } from './aditus';
import { typeDay } from './request';
import { Server } from './server';
import { requireAction, submit, successfulData } from './submissions';

const days = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

interface Row {
  title: string;
  due: { on: string } | null;
}

/** Returns the due date of the request in the reviewer's list. */
async function dueDay(page: Page, headers: Record<string, string>, title: string) {
  const rows = await successfulData<Row[]>(
    await page.request.get('/api/v1/data_requests/', { headers, params: { search: title } }),
  );
  return rows.find((row) => row.title === title)?.due?.on ?? '';
}

/** Gives the first review a target of ten working days. */
async function setTarget(page: Page): Promise<void> {
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

test('a target gives a request a due date, which a holiday moves and a comment pauses', async ({
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
    await setTarget(superUser);

    const requester = await open();
    const title = 'Admissions by month and ward';
    const request = await submit(requester, await beginSession(requester, 'Data Requester'), title);

    const reviewer = await open();
    const headers = await beginSession(reviewer, 'Data Access Reviewer');
    const first = await dueDay(reviewer, headers, title);
    await reviewer.goto('/datarequests?sort=due_on');
    const row = reviewer.getByRole('listitem').filter({ hasText: title });
    await expect(row).toContainText(`Due ${days.format(new Date(first))} · On time`);
    await expectAccessible(reviewer);

    await addHoliday(superUser, first);
    await expect(async () => {
      expect(await dueDay(reviewer, headers, title)).not.toBe(first);
    }).toPass();
    const moved = await dueDay(reviewer, headers, title);
    expect(moved > first).toBe(true);
    const text = `Due ${days.format(new Date(moved))} · On time`;
    await reviewer.reload();
    await expect(row).toContainText(text);
    await row.getByRole('link', { name: title }).click();
    await expect(reviewer.getByText(text).first()).toBeVisible();

    await requireAction(reviewer, headers, request, ['Has the List of Devices Form been filed?']);
    await reviewer.reload();
    await expect(reviewer.getByText('Paused. Waits for the requester.').first()).toBeVisible();
    await reviewer.goto('/datarequests?due=Due+soon');
    await expect(reviewer.getByText('Choose other filters, or clear them.')).toBeVisible();

    await requester.goto('/requester/myrequests');
    await expect(requester.getByRole('link', { name: title })).toBeVisible();
    await expect(requester.getByText(/^Due \d|Paused/)).toHaveCount(0);
  } finally {
    await server.remove();
  }
});

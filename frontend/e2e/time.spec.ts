import { expect, test, type Browser, type Page } from '@playwright/test';
import { beginSession, emailOf, fillSignIn, openPendingRequest } from './aditus';
import { dueDay, longDay, setCompletionWindow, setTarget } from './deadlines';
import { mailedLink, mails } from './mails';
import { confirmPassword, signInByCall } from './people';
import { requireAction, submit } from './submissions';
import { TimedServer } from './timedServer';

const REVIEWER = 'Data Access Reviewer';
const REQUESTER = 'Data Requester';
const DEVICES = 'Has the List of Devices Form been filed?';

/** The next Monday, in UTC: the zone of a new calendar, whose working days are Monday to Friday. */
const monday = (() => {
  const today = new Date();
  const days = (8 - today.getUTCDay()) % 7 || 7;
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + days);
})();

/** Returns the time at this hour, so many days after that Monday. */
const on = (days: number, hour = 9): Date => new Date(monday + (days * 24 + hour) * 3_600_000);

const isoDay = (time: Date): string => time.toISOString().slice(0, 10);

type Open = () => Promise<Page>;

/** Runs a server from Monday on. `open` opens a tab in a browser without a session. */
async function fromMonday(
  browser: Browser,
  run: (server: TimedServer, open: Open) => Promise<void>,
): Promise<void> {
  const server = new TimedServer();
  try {
    await server.startAt(on(0));
    await run(server, async () => {
      const context = await browser.newContext({ baseURL: server.address });
      return context.newPage();
    });
  } finally {
    await server.remove();
  }
}

/** Returns the header of a Super User's session in which the password is confirmed. */
async function superUserCalls(page: Page): Promise<{ Authorization: string }> {
  const headers = await signInByCall(page, emailOf('Super User'));
  await confirmPassword(page, headers);
  return headers;
}

/** Submits a request of forty variables, by calls. Returns its id. */
const submitByCall = async (page: Page, title: string): Promise<number> =>
  submit(page, await signInByCall(page, emailOf(REQUESTER)), title);

/** Returns the number of mails to the account of this role that contain the words. */
async function mailed(server: TimedServer, role: string, words: string): Promise<number> {
  const sent = await mails(server.mailFolder, emailOf(role));
  return sent.filter(({ text }) => text.includes(words)).length;
}

/** Follows the link of a mail without a session, and signs in on the way. */
async function followLink(page: Page, link: string, role: string): Promise<void> {
  const { pathname, searchParams } = new URL(link, 'http://aditus.example');
  await page.goto(link);
  await fillSignIn(page, emailOf(role));
  await page.waitForURL(
    (url) =>
      url.pathname === pathname &&
      url.searchParams.get('request_id') === searchParams.get('request_id'),
  );
}

test('an overdue request is reminded and escalated once each, and a pause moves a due date', async ({
  browser,
}) => {
  await fromMonday(browser, async (server, open) => {
    const title = 'Falls by ward and month';
    const calls = await open();
    await setTarget(calls, await superUserCalls(calls), REVIEWER, 2);
    const first = await submitByCall(calls, title);
    server.moveTo(on(1));
    const second = await submitByCall(calls, 'Falls by age and month');
    const overdue = (request: number) => `DAC00${request} is overdue`;
    const forLong = (request: number) => `DAC00${request} has been overdue for long`;

    await test.step('the reviewer is reminded by mail, and its link opens the decision', async () => {
      await server.restartAt(on(3));
      const link = await mailedLink(server.mailFolder, emailOf(REVIEWER), overdue(first));
      const reviewer = await open();
      await followLink(reviewer, link, REVIEWER);
      await expect(reviewer.getByRole('heading', { level: 1 })).toContainText(title);
      await expect(reviewer.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled();
      await reviewer.goto('/datarequests?due=Overdue');
      const row = reviewer.getByRole('listitem').filter({ hasText: title });
      const due = row.getByText(`Due ${longDay(on(2))} · Overdue`, { exact: true });
      await expect(due).toBeVisible();
      await expect(due.locator('xpath=preceding-sibling::*[name()="svg"]')).toBeVisible();
      await expect(reviewer.getByRole('tab', { name: /^Pending.* \d+ overdue$/ })).toBeVisible();
      await reviewer.context().close();
    });

    await test.step('no reminder comes twice, and the Admin is notified in time', async () => {
      // The second request shows each time that the reminders of that day were sent.
      await server.restartAt(on(4));
      await expect.poll(() => mailed(server, REVIEWER, overdue(second))).toBe(1);
      expect(await mailed(server, REVIEWER, overdue(first))).toBe(1);
      expect(await mailed(server, 'Admin', forLong(first))).toBe(0);
      await server.restartAt(on(10));
      await expect.poll(() => mailed(server, 'Admin', forLong(first))).toBe(1);
      await expect.poll(() => mailed(server, REVIEWER, overdue(first))).toBe(2);
      await server.restartAt(on(14));
      await expect.poll(() => mailed(server, 'Admin', forLong(second))).toBe(1);
      expect(await mailed(server, 'Admin', forLong(first))).toBe(1);
    });

    await test.step('a comment that requires action pauses the clock until it is resolved', async () => {
      const paused = 'Falls by hour';
      const office = await open();
      const request = await submitByCall(office, paused);
      const reviewer = await open();
      const headers = await beginSession(reviewer, REVIEWER);
      expect(await dueDay(reviewer, headers, paused)).toBe(isoDay(on(16)));
      await requireAction(reviewer, headers, request, [DEVICES]);
      await reviewer.goto('/datarequests');
      const row = (page: Page) => page.getByRole('listitem').filter({ hasText: paused });
      await expect(row(reviewer)).toContainText('Paused until a comment is resolved');
      await reviewer.context().close();

      server.moveTo(on(17));
      const requester = await open();
      await beginSession(requester, REQUESTER);
      await requester.goto(`/requester/singlerequest?request_id=${request}`);
      const comments = requester.getByRole('region', { name: 'Comments', exact: true });
      await comments.getByRole('button', { name: 'Mark as resolved' }).click();
      await requester
        .getByRole('dialog', { name: 'Mark as resolved without a change?' })
        .getByRole('button', { name: 'Mark as resolved' })
        .click();
      await expect(comments.getByText('resolved', { exact: true })).toBeVisible();

      // Tuesday and Wednesday did not count.
      const again = await open();
      expect(await dueDay(again, await beginSession(again, REVIEWER), paused)).toBe(isoDay(on(18)));
      await again.goto('/datarequests');
      await expect(row(again)).toContainText(`Due ${longDay(on(18))}`);
    });
  });
});

test('a request without an answer in time is recalled, and resubmitted with its variables', async ({
  browser,
}) => {
  await fromMonday(browser, async (server, open) => {
    const title = 'Births by week';
    const calls = await open();
    await setCompletionWindow(calls, await superUserCalls(calls), 1);
    const request = await submitByCall(calls, title);
    const asReviewer = await signInByCall(calls, emailOf(REVIEWER));
    await requireAction(calls, asReviewer, request, [DEVICES]);
    const own = `/requester/singlerequest?request_id=${request}`;
    const before = await open();
    await beginSession(before, REQUESTER);
    await before.goto(own);
    const comments = before.getByRole('region', { name: 'Comments', exact: true });
    await expect(comments.getByText(`Answer by ${longDay(on(7))}`).first()).toBeVisible();
    await before.context().close();

    await server.restartAt(on(8));
    const link = await mailedLink(server.mailFolder, emailOf(REQUESTER), 'not answered in time');
    const requester = await open();
    await followLink(requester, link, REQUESTER);
    await expect(requester.getByText(/Recalled/).first()).toBeVisible();
    await requester.goto(`${own}&tab=history`);
    await expect(requester.getByText('No answer in time').first()).toBeVisible();
    await requester.getByRole('button', { name: 'Resubmit', exact: true }).click();
    const dialog = requester.getByRole('dialog', { name: 'Resubmit Data Request' });
    await dialog.getByLabel(/^Note to the reviewers/).fill('The list of devices is complete.');
    await dialog.getByRole('button', { name: 'Resubmit this request' }).click();
    await expect(dialog).toBeHidden();
    await expect(requester.getByText(/^Resubmitted .*, round 2$/)).toBeVisible();
    await requester.goto(`${own}&tab=variables`);
    await expect(requester.getByRole('heading', { name: '40 requested variables' })).toBeVisible();

    const reviewer = await open();
    await beginSession(reviewer, REVIEWER);
    await openPendingRequest(reviewer, title);
    await expect(reviewer.getByText('The list of devices is complete.')).toBeVisible();
  });
});

test('a daily digest comes once at seven, and its link opens the decision', async ({ browser }) => {
  await fromMonday(browser, async (server, open) => {
    const title = 'Visits to the harbour clinic';
    const reviewer = await open();
    await beginSession(reviewer, REVIEWER);
    await reviewer.goto('/profile?section=emails');
    const kind = reviewer.getByRole('combobox', { name: 'A Data Request awaits my decision' });
    await kind.selectOption('Once a day');
    await expect(reviewer.getByText('Your choice was saved.')).toBeVisible();
    await reviewer.reload();
    await expect(kind).toHaveValue('daily');
    await reviewer.context().close();

    const request = await submitByCall(await open(), title);
    await expect.poll(() => mailed(server, REQUESTER, 'was submitted')).toBe(1);
    expect(await mailed(server, REVIEWER, `DAC00${request}`)).toBe(0);

    await server.restartAt(on(1, 7));
    const inDigest = `Data Request DAC00${request}`;
    const link = await mailedLink(server.mailFolder, emailOf(REVIEWER), inDigest);
    expect(await mailed(server, REVIEWER, inDigest)).toBe(1);
    const reader = await open();
    await followLink(reader, link, REVIEWER);
    await expect(reader.getByRole('heading', { level: 1 })).toContainText(title);
    await expect(reader.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled();
  });
});

import { expect, test } from '@playwright/test';
import { beginSession, closeToasts, decide, expectAccessible, createSession } from './aditus';
import { pdf } from './sampleFiles';
import { typeDay } from './request';
import { day, requireAction, submit } from './submissions';

const ETHICS = 'Is approval letter by the Ethics Committee attached?';
const DEVICES = 'Has the List of Devices Form been filed?';
const SOURCE = 'Specify data source (HIS sub-system in question)';

test('a reviewer comments in a drawer on a phone @only-phone', async ({ page }) => {
  const { headers } = await createSession(page, 'Data Requester');
  const requestId = await submit(page, headers, 'Transfers between wards');
  await beginSession(page, 'Data Access Reviewer');
  await page.goto(`/datarequest?request_id=${requestId}`);
  await page.getByRole('button', { name: `0 comments: ${ETHICS}` }).click();
  await page.getByRole('textbox', { name: 'New comment' }).fill('The letter is not signed.');
  await page.getByRole('checkbox', { name: 'Action required' }).check();
  await page.getByRole('button', { name: 'Add comment' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'not signed' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close the comments' }).click();
  await expect(page.getByRole('textbox', { name: 'New comment' })).toHaveCount(0);
  await expect(
    page.getByRole('button', { name: `1 comment, action required: ${ETHICS}` }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled();
});

test('a requester resolves three comments with edits, and the reviewer sees the changes and approves', async ({
  page,
  browser,
}, { project }) => {
  test.setTimeout(300_000);
  const requester = await beginSession(page, 'Data Requester');
  const title = `Referrals between districts, ${project.name}`;
  const requestId = await submit(page, requester, title);

  // The reviewer requires action on three sections (on the first one through the screen), and
  // cannot decide meanwhile.
  const office = await browser.newContext();
  const desk = await office.newPage();
  const reviewer = await beginSession(desk, 'Data Access Reviewer');
  await desk.goto(`/datarequest?request_id=${requestId}`);
  await desk.getByRole('button', { name: `0 comments: ${ETHICS}` }).click();
  await desk.getByRole('textbox', { name: 'New comment' }).fill('The letter is not signed.');
  await desk.getByRole('checkbox', { name: 'Action required' }).check();
  await desk.getByRole('button', { name: 'Add comment' }).click();
  await expect(desk.getByText('State Comment Successfully Created.')).toBeVisible();
  await expect(desk.getByText('The letter is not signed.')).toBeVisible();
  await requireAction(desk, reviewer, requestId, [DEVICES, SOURCE]);
  await desk.reload();
  await expect(desk.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled();

  // The requester sees the comments and how long they block decisions.
  await page.goto(`/requester/singlerequest?request_id=${requestId}`);
  const comments = page.getByRole('region', { name: 'Comments', exact: true });
  await expect(comments.getByText(/^3 comments require action from you/)).toBeVisible();
  await expect(comments.getByText(/· 4[78] hours left/)).toHaveCount(3);
  await comments.getByText('Action required').first().hover();
  await expect(page.getByRole('tooltip')).toHaveText(
    'blocks until the requester acts or 48 hours pass',
  );
  await page.mouse.move(0, 0);
  await expectAccessible(page);

  // Uploads a new letter through the link beside the comment. The comment is not resolved yet,
  // because a reply explains the change first.
  const dialog = page.getByRole('dialog');
  await comments.getByRole('button', { name: `Edit section: ${ETHICS}` }).click();
  await dialog
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'signed.pdf', mimeType: 'application/pdf', buffer: pdf('Signed') });
  await expect(dialog.getByRole('button', { name: 'Remove signed.pdf' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  await closeToasts(page);
  const letter = comments.getByRole('listitem').filter({ hasText: 'The letter is not signed.' });
  await expect(letter.getByText(/version 1, section changed since/)).toBeVisible();
  await letter.getByRole('button', { name: 'Reply' }).click();
  await letter.getByRole('textbox', { name: 'Reply' }).fill('It is signed by the dean now.');
  await letter.getByRole('button', { name: 'Send reply' }).click();
  await expect(letter.getByRole('list', { name: 'Replies' })).toContainText('signed by the dean');

  // The reviewer's page shows the reply and the changed section without a reload.
  await desk.getByRole('button', { name: `1 comment, action required: ${ETHICS}` }).click();
  await expect(desk.getByText('It is signed by the dean now.')).toBeVisible();
  await expect(desk.getByText(/section changed since/)).toBeVisible();
  await closeToasts(page);
  await letter.getByRole('button', { name: 'Mark as resolved' }).click();
  await expect(letter.getByText('resolved', { exact: true })).toBeVisible();

  // Adds a device through the link that leads to the list.
  await closeToasts(page);
  await comments.getByRole('button', { name: `Edit section: ${DEVICES}` }).click();
  await page.getByRole('button', { name: 'Add device' }).click();
  await dialog.getByLabel('Equipment Name').fill('Backup drive');
  await dialog.getByLabel('Equipment Type').click();
  await page.getByRole('option', { name: 'External drive' }).click();
  await dialog.getByLabel('Serial Number').fill('SN-2');
  await dialog.getByLabel('Used By').fill('Noor Achterberg');
  await dialog.getByLabel('Organisation').fill('Halden University');
  await typeDay(page, 'Usage From', day(46), dialog);
  await typeDay(page, 'Usage To', day(200), dialog);
  await dialog.getByRole('button', { name: 'Save and mark as resolved' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Backup drive')).toBeVisible();
  await expect(comments.getByText(/^One comment requires action from you/)).toBeVisible();

  // Adds a variable to the dataset.
  await closeToasts(page);
  await comments.getByRole('button', { name: `Edit section: ${SOURCE}` }).click();
  await page.getByRole('link', { name: /^Add variables/ }).click();
  // The first forty variables are already in the dataset, so a page of fifty is needed.
  await page.getByRole('combobox', { name: /^Rows/ }).click();
  await page.getByRole('option', { name: '50', exact: true }).click();
  await page
    .getByRole('checkbox', { name: /^Select (row|[^a])/, disabled: false })
    .first()
    .check();
  await page.getByRole('button', { name: 'Add 1 variable' }).click();
  await dialog.getByRole('button', { name: 'Add and mark as resolved' }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`/requester/singlerequest?request_id=${requestId}&tab=history`);
  await expect(page.getByText(/^Version 4:/)).toBeVisible();
  await page.getByRole('button', { name: 'Show what changed in version 2' }).click();
  await expect(page.getByRole('button', { name: 'Before: Ethics Approval Letter' })).toBeVisible();
  await expectAccessible(page);

  // The reviewer sees the changes and approves.
  await desk.goto(`/datarequest?request_id=${requestId}`);
  await expect(desk.getByText('you saw version 1, and this is version 4')).toBeVisible();
  await desk.getByRole('button', { name: 'Show what changed' }).click();
  const ethics = desk.getByRole('region', { name: `Changes in ${ETHICS}` });
  await expect(ethics.getByRole('button', { name: 'Now: Ethics Approval Letter' })).toBeVisible();
  await expect(desk.getByText('Added: Device Backup drive (SN-2)')).toBeVisible();
  await expect(desk.getByRole('region', { name: `Changes in ${SOURCE}` })).toContainText('Added:');
  await expectAccessible(desk);
  await decide(desk, 'Data Access Reviewer', 'Approve');
  await expect(
    desk.getByText(/^You approved this stage at \d\d:\d\d\. It now waits for the/),
  ).toBeVisible();
  await office.close();
});

import { expect, test } from '@playwright/test';
import { beginSession, closeToasts, expectAccessible } from './aditus';
import { pdf } from './sampleFiles';
import { typeDay } from './request';
import { day, requireAction, submit } from './submissions';

test('a requester edits three sections that need action', async ({ page, browser }, {
  project,
}) => {
  test.setTimeout(240_000);
  const requester = await beginSession(page, 'Data Requester');
  const requestId = await submit(page, requester, `Asthma in schools, ${project.name}`);
  const desk = await browser.newPage();
  const reviewer = await beginSession(desk, 'Data Access Reviewer');
  await requireAction(desk, reviewer, requestId, [
    'Principal investigator / Organization Key Contact Person Details',
    'Is Data Sharing Agreement Attached?',
    'Has the List of Devices Form been filed?',
  ]);

  await page.goto(`/requester/singlerequest?request_id=${requestId}`);
  const edits = page.getByRole('button', { name: /^Edit: / });
  await expect(edits).toHaveCount(2);

  // Edits the principal investigator and resolves the comment.
  await page.getByRole('button', { name: 'Edit: Principal Investigator' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Occupation').fill('');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText('Occupation is required.')).toBeVisible();
  await dialog.getByLabel('Occupation').fill('Professor of Medicine');
  await dialog.getByRole('button', { name: 'Save and mark as resolved' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Professor of Medicine')).toBeVisible();
  await expect(edits).toHaveCount(1);

  // Replaces the data sharing agreement.
  await closeToasts(page);
  await page.getByRole('button', { name: 'Edit: Data Sharing Agreement' }).click();
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: 'signed.pdf', mimeType: 'application/pdf', buffer: pdf('Signed') });
  await expect(dialog.getByRole('button', { name: 'Remove signed.pdf' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save and mark as resolved' }).click();
  await expect(dialog).toBeHidden();
  await expect(edits).toHaveCount(0);

  // Adds a device without resolving the comment.
  await closeToasts(page);
  await page.getByRole('tab', { name: /Devices & Staff/ }).click();
  await page.getByRole('button', { name: 'Add device' }).click();
  await dialog.getByLabel('Equipment Name').fill('Backup drive');
  await dialog.getByLabel('Equipment Type').click();
  await page.getByRole('option', { name: 'External drive' }).click();
  await dialog.getByLabel('Serial Number').fill('SN-2');
  await dialog.getByLabel('Used By').fill('Noor Achterberg');
  await dialog.getByLabel('Organisation').fill('Halden University');
  await typeDay(page, 'Usage From', day(46), dialog);
  await typeDay(page, 'Usage To', day(200), dialog);
  await dialog.getByRole('button', { name: 'Add device' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Backup drive')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete Office laptop' })).toBeVisible();

  // The reviewer sees the edited sections.
  await desk.goto(`/datarequest?request_id=${requestId}`);
  await expect(desk.getByText('Professor of Medicine')).toBeVisible();
  await desk
    .getByRole('button', { name: /Has the List of Devices Form been filed/ })
    .first()
    .click();
  await expect(desk.getByText('Backup drive')).toBeVisible();
  await expect(desk.getByRole('button', { name: /^Edit: / })).toHaveCount(0);
  await desk.close();
});

test('a stale tab shows the changes of another, and every page shows the saved version', async ({
  page,
  browser,
}, { project }) => {
  test.setTimeout(180_000);
  const requester = await beginSession(page, 'Data Requester');
  const requestId = await submit(page, requester, `Anaemia in mothers, ${project.name}`);
  const desk = await browser.newPage();
  const reviewer = await beginSession(desk, 'Data Access Reviewer');
  await requireAction(desk, reviewer, requestId, [
    'Principal investigator / Organization Key Contact Person Details',
  ]);
  await desk.goto(`/datarequest?request_id=${requestId}`);
  await expect(desk.getByRole('heading', { name: /^Anaemia in mothers/ }).first()).toBeVisible();

  // Opens the form in two tabs, and saves the second one first.
  const own = `/requester/singlerequest?request_id=${requestId}`;
  const edit = { name: 'Edit: Principal Investigator' };
  const other = await page.context().newPage();
  await beginSession(other, 'Data Requester');
  for (const tab of [page, other]) {
    await tab.goto(own);
    await tab.getByRole('button', edit).click();
  }
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Institution').fill('Lake University');
  await other.getByRole('dialog').getByLabel('Occupation').fill('Professor of Medicine');
  await other.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other.getByRole('dialog')).toBeHidden();

  // The reviewer's page and the first tab, behind its open dialog, update without a reload.
  await expect(desk.getByText('Professor of Medicine')).toBeVisible();
  await expect(page.getByText('Professor of Medicine')).toBeVisible();

  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const changes = dialog.getByRole('group', { name: 'What was changed' });
  await expect(changes.locator('ins')).toHaveText(['Professor of Medicine']);
  await expect(changes.locator('del')).toHaveCount(1);
  await expect(dialog.getByLabel('Institution')).toHaveValue('Lake University');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Lake University')).toBeVisible();
  await expect(other.getByText('Lake University')).toBeVisible();
  await expect(desk.getByText('Lake University')).toBeVisible();
  await desk.close();
});

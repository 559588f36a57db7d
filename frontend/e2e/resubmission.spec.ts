import { expect, test } from '@playwright/test';
import { beginSession, closeToasts, decide, deciders } from './aditus';
import { pdf } from './sampleFiles';
import { decideByCall, submit } from './submissions';

const [reviewer, approver, ...others] = deciders;

test('a denied request is corrected in two sections, resubmitted and approved', async ({
  page,
  browser,
}, { project }) => {
  test.setTimeout(300_000);
  const requester = await beginSession(page, 'Data Requester');
  const requestId = await submit(page, requester, `Births before term, ${project.name}`);
  await decideByCall(page, reviewer, requestId, true);
  await decideByCall(page, approver, requestId, false);

  // The requester sees the reason and corrects two sections. After a denial, this needs no comment
  // of a reviewer.
  await page.goto(`/requester/singlerequest?request_id=${requestId}`);
  await expect(page.getByText(`Denied by the ${approver}`)).toBeVisible();
  await expect(page.getByText('Reason: The agreement is not signed.')).toBeVisible();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Edit: Data Sharing Agreement' }).click();
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: 'signed.pdf', mimeType: 'application/pdf', buffer: pdf('Signed') });
  await expect(dialog.getByRole('button', { name: 'Remove signed.pdf' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  await closeToasts(page);
  await page.getByRole('button', { name: 'Edit: Data Format' }).click();
  await dialog.getByRole('radio', { name: /^Paper-based/ }).check();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Paper-based')).toBeVisible();

  await closeToasts(page);
  await page.getByRole('button', { name: 'Resubmit', exact: true }).click();
  await dialog.getByLabel(/^Note to the reviewers/).fill('Signed now, and on paper.');
  await dialog.getByRole('button', { name: 'Resubmit this request' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Resubmitted .*, round 2$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resubmit', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Edit: / })).toHaveCount(0);

  // The approver who denied the request sees the corrections, can open both documents, and
  // approves.
  const office = await browser.newContext();
  const desk = await office.newPage();
  await beginSession(desk, approver);
  await desk.goto(`/datarequest?request_id=${requestId}`);
  await expect(desk.getByText('Signed now, and on paper.')).toBeVisible();
  await expect(desk.getByText('you saw version 1, and this is version 3')).toBeVisible();
  await desk.getByRole('button', { name: 'Show what changed' }).click();
  const agreement = desk.getByRole('region', {
    name: 'Changes in Is Data Sharing Agreement Attached?',
  });
  await expect(agreement.getByRole('button', { name: /^Before: / })).toBeVisible();
  await agreement.getByRole('button', { name: /^Now: / }).click();
  const shown = desk.getByRole('region', { name: /^Now: / });
  await expect(shown).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(shown).toBeHidden();
  const format = desk.getByRole('region', { name: 'Changes in Data format requested' });
  await expect(format.getByRole('deletion')).toHaveText('Electronic');
  await expect(format.getByRole('insertion')).toHaveText('Paper-based');
  await decide(desk, approver, 'Approve');

  // The tracking page shows both rounds. The approval of the first stage was not repeated.
  await desk.goto(`/datarequest/track?request_id=${requestId}`);
  const rounds = desk.getByRole('region', { name: 'History of all rounds' });
  const first = rounds.getByRole('region', { name: 'Round 1' });
  await expect(first).toContainText('Reason: The agreement is not signed.');
  await expect(first).toContainText(`${reviewer}`);
  const second = rounds.getByRole('region', { name: 'Round 2' });
  await expect(second).toContainText('Note: Signed now, and on paper.');
  await expect(second).toContainText('on version 3');
  await expect(second).not.toContainText(`${reviewer}`);
  await office.close();

  for (const role of others) await decideByCall(page, role, requestId, true);
  await page.goto(`/requester/singlerequest?request_id=${requestId}`);
  await expect(page.getByText(/Released on/)).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByText(/^Version 3:/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Round 1' })).toBeVisible();
});

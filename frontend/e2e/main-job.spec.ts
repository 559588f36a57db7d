import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import {
  decide,
  deciders,
  emailOf,
  fillSignIn,
  expectAccessible,
  openPending,
  signInAs,
  signOut,
} from './aditus';
import { pickVariables, submitThroughWizard } from './request';

/** Submits a request of this title by hand, from the own home; answers its id. */
async function submitRequest(page: Page, title: string): Promise<number> {
  await signInAs(page, 'Data Requester');
  await pickVariables(page);
  await page.getByRole('button', { name: 'Request Data' }).click();
  await page.waitForURL('**/requester/submitrequest**');
  return submitThroughWizard(page, title, false);
}

/** The states of the stages on the tracking screen, in their order. */
async function stagesOf(page: Page, requestId: number): Promise<string[]> {
  await page.goto(`/datarequest/track?request_id=${requestId}`);
  const stages = page.getByRole('list', { name: 'Stages' }).getByRole('listitem');
  await expect(stages).toHaveCount(9);
  return stages.allInnerTexts();
}

test.describe('the main job', () => {
  test('from a guest’s first variable to the release of the data and feedback @postgres', async ({
    page,
  }, { project }) => {
    test.setTimeout(600_000);
    const title = `Waiting times in maternity wards, ${project.name}`;

    // A guest browses and picks; the picks survive the sign-in.
    await page.goto('/');
    await expect(page).toHaveURL(/\/home$/);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Get Started' }).click();
    await page.waitForURL('**/datasource');
    await expectAccessible(page);
    await pickVariables(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Request Data' }).click();
    await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible();
    await expectAccessible(page);
    await fillSignIn(page, emailOf('Data Requester'));
    await page.waitForURL('**/requester/submitrequest**');
    const requestId = await submitThroughWizard(page, title, true);
    await expectAccessible(page);
    await page.goto('/requester/home');
    await expect(page.getByText(title)).toBeVisible();
    await expectAccessible(page);
    await signOut(page);

    // Six people decide, each with a code from the mail; one asks the requester to act first.
    for (const [place, role] of deciders.entries()) {
      await signInAs(page, role);
      if (place === 0) await expectAccessible(page);
      await openPending(page, title);
      if (place === 0) {
        await expectAccessible(page);
        await demandAction(page);
        await signOut(page);
        await resolveDemand(page, requestId);
        await signInAs(page, role);
        await openPending(page, title);
      }
      await decide(page, role, 'Approve');
      await expect(page.getByText(/^You approved this stage\./)).toBeVisible();
      const stages = await stagesOf(page, requestId);
      expect(stages[2 + place], `stage of the ${role}`).toContain('Approved');
      if (place < 5) expect(stages[3 + place]).toContain('Unattended');
      if (place === 0) await expectAccessible(page);
      await signOut(page);
    }

    // Released: the requester reads it and gives feedback, which completes the graph.
    await signInAs(page, 'Data Requester');
    await page.goto(`/requester/singlerequest?request_id=${requestId}`);
    await expect(page.getByText(/Released on/)).toBeVisible();
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Approval Letter', exact: true }).click();
    const letter = await started;
    expect(letter.suggestedFilename()).toMatch(/^AL-\d{6}\.pdf$/);
    const content = await readFile(await letter.path());
    expect(content.subarray(0, 5).toString()).toBe('%PDF-');
    await giveFeedback(page);
    await page.getByRole('tab', { name: 'Track Request' }).click();
    await expect(page.getByText('Provided Feedback').first()).toBeVisible();
    await page.goto('/notifications');
    await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
    await expectAccessible(page);
  });

  test('a denial ends the review and says why', async ({ page }, { project }) => {
    const title = `Household surveys of the coast, ${project.name}`;
    const requestId = await submitRequest(page, title);
    await signOut(page);
    await signInAs(page, deciders[0]);
    await openPending(page, title);
    await decide(page, deciders[0], 'Deny');
    const stages = await stagesOf(page, requestId);
    expect(stages[2]).toContain('Denied');
    expect(stages[2]).toContain('The protocol names no end of the study.');
    expect(stages[3]).toContain('Halted');
    await signOut(page);
    await signInAs(page, 'Data Requester');
    await page.goto('/requester/home?tab=denied');
    await expect(page.getByText(title)).toBeVisible();
    await expectAccessible(page);
  });

  test('a recall takes a pending request back @phone', async ({ page }, { project }) => {
    const title = `Stock of vaccines by district, ${project.name}`;
    const requestId = await submitRequest(page, title);
    await page.getByRole('button', { name: 'Recall Request' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel Request' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Recalled').first()).toBeVisible();
    await signOut(page);
    await signInAs(page, deciders[0]);
    const stages = await stagesOf(page, requestId);
    expect(stages[2]).toContain('Recalled');
    expect(stages[3]).toContain('Halted');
  });
});

/** The reviewer demands action; deciding is then blocked, and the bar says why. */
async function demandAction(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /comment/i })
    .first()
    .click();
  const form = page.getByRole('textbox', { name: /comment/i });
  await form.fill('Please confirm that the committee approved the last amendment.');
  await page.getByRole('checkbox', { name: /action required/i }).check();
  await page
    .getByRole('button', { name: /^(Add|Send|Save|Post|Comment).*/ })
    .last()
    .click();
  await expect(page.getByText('Please confirm that the committee approved').first()).toBeVisible();
  const close = page.getByRole('button', { name: 'Close the comments' });
  if (await close.isVisible()) await close.click();
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled();
}

/** The requester reads the comment and marks it as resolved. */
async function resolveDemand(page: Page, requestId: number): Promise<void> {
  await signInAs(page, 'Data Requester');
  await page.goto(`/requester/singlerequest?request_id=${requestId}`);
  await expect(page.getByText('Please confirm that the committee approved')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mark as resolved' }).click();
  // Nothing was changed, so the page asks for confirmation.
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Mark as resolved' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Mark as resolved')).toBeHidden();
  await signOut(page);
}

async function giveFeedback(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Provide Feedback' }).click();
  const dialog = page.getByRole('dialog', { name: /Feedback/ });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  const answers = ['Excellent', 'Definitely', 'Yes', 'Yes', 'Met', 'Yes'];
  const groups = dialog.getByRole('radiogroup');
  for (const [index, answer] of answers.entries()) {
    await groups.nth(index).getByLabel(answer, { exact: true }).check();
  }
  await dialog.getByRole('textbox').first().fill('Say sooner which documents are missing.');
  await dialog.getByRole('button', { name: /^(Send|Submit|Save)/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'View Feedback' })).toBeVisible();
}

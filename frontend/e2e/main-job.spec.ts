import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import {
  decide,
  deciders,
  emailOf,
  expectAccessible,
  fillSignIn,
  openPendingRequest,
  createSession,
  signInAs,
  signOut,
} from './aditus';
import { pickVariables, submitThroughWizard } from './request';
import { submit } from './submissions';

/** Returns the texts of the stages on the tracking screen, in their order. */
async function stagesOf(page: Page, requestId: number): Promise<string[]> {
  await page.goto(`/datarequest/track?request_id=${requestId}&view=list`);
  const stages = page.getByRole('list', { name: 'Stages' }).getByRole('listitem');
  await expect(stages).toHaveCount(9);
  return stages.allInnerTexts();
}

test.describe('the main job', () => {
  test('leads from a guest’s first variable to the release of the data and feedback @postgres', async ({
    page,
  }) => {
    test.setTimeout(600_000);
    const title = 'Waiting times in maternity wards';

    // A guest picks variables, which survive the sign-in.
    await page.goto('/');
    await expect(page).toHaveURL(/\/home$/);
    await page.getByRole('link', { name: 'Get Started' }).click();
    await page.waitForURL('**/datasource');
    await pickVariables(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Request Data' }).click();
    await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible();
    await fillSignIn(page, emailOf('Data Requester'));
    await page.waitForURL('**/requester/submitrequest**');
    const requestId = await submitThroughWizard(page, { title });
    await page.goto('/requester/home');
    await expect(page.getByText(title)).toBeVisible();
    await signOut(page);

    // Six people decide, each with a mailed code. The first one requires action before deciding.
    for (const [place, role] of deciders.entries()) {
      await signInAs(page, role);
      await openPendingRequest(page, title);
      if (place === 0) {
        await demandAction(page);
        await signOut(page);
        await resolveDemand(page, requestId);
        await signInAs(page, role);
        await openPendingRequest(page, title);
      }
      await decide(page, role, 'Approve');
      await expect(page.getByText(/^You approved this stage at /)).toBeVisible();
      const stages = await stagesOf(page, requestId);
      expect(stages[2 + place], `stage of the ${role}`).toContain('Approved');
      if (place < 5) expect(stages[3 + place]).toContain('Unattended');
      await signOut(page);
    }

    // After the release, the requester downloads the letter and gives feedback, which completes the
    // graph.
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
    await page.getByRole('button', { name: 'List', exact: true }).click();
    const stages = page.getByRole('list', { name: 'Stages' }).getByRole('listitem');
    await expect(stages.last()).toContainText('Provided Feedback');
  });

  test('a denial ends the review and shows its reason', async ({ page }) => {
    const title = 'Household surveys of the coast';
    const { headers } = await createSession(page, 'Data Requester');
    const requestId = await submit(page, headers, title);
    await signInAs(page, deciders[0]);
    await openPendingRequest(page, title);
    await decide(page, deciders[0], 'Decline');
    const stages = await stagesOf(page, requestId);
    expect(stages[2]).toContain('Denied');
    expect(stages[2]).toContain('The protocol names no end of the study.');
    expect(stages[3]).toContain('Halted');
    await signInAs(page, 'Data Requester');
    await page.goto('/requester/home?tab=denied');
    await expect(page.getByText(title)).toBeVisible();
  });

  test('a requester recalls a request after submitting it @phone', async ({ page }, {
    project,
  }) => {
    const title = `Stock of vaccines by district, ${project.name}`;
    await signInAs(page, 'Data Requester');
    await pickVariables(page);
    await page.getByRole('button', { name: 'Request Data' }).click();
    await page.waitForURL('**/requester/submitrequest**');
    const requestId = await submitThroughWizard(page, { title });
    await page.getByRole('button', { name: 'Recall Request' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel Request' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Recall Request' })).toHaveCount(0);
    await expect(page.getByRole('main').getByText('Recalled', { exact: true })).toBeVisible();
    await signInAs(page, deciders[0]);
    const stages = await stagesOf(page, requestId);
    expect(stages[2]).toContain('Recalled');
    expect(stages[3]).toContain('Halted');
  });
});

const ETHICS = 'Is approval letter by the Ethics Committee attached?';
const DEMAND = 'Please confirm that the committee approved the last amendment.';

/** Adds a comment that requires action, which blocks decisions until the requester acts. */
async function demandAction(page: Page): Promise<void> {
  await page.getByRole('button', { name: `0 comments: ${ETHICS}` }).click();
  await page.getByRole('textbox', { name: 'New comment' }).fill(DEMAND);
  await page.getByRole('checkbox', { name: 'Action required' }).check();
  await page.getByRole('button', { name: 'Add comment' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: DEMAND })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled();
}

/** Marks the comment as resolved, as the requester. */
async function resolveDemand(page: Page, requestId: number): Promise<void> {
  await signInAs(page, 'Data Requester');
  await page.goto(`/requester/singlerequest?request_id=${requestId}`);
  const comment = page.getByRole('listitem').filter({ hasText: DEMAND });
  await comment.getByRole('button', { name: 'Mark as resolved' }).click();
  // Nothing was changed, so the page asks for confirmation.
  const dialog = page.getByRole('dialog', { name: 'Mark as resolved without a change?' });
  await dialog.getByRole('button', { name: 'Mark as resolved' }).click();
  await expect(dialog).toBeHidden();
  await expect(comment.getByText('resolved', { exact: true })).toBeVisible();
  await expect(comment.getByRole('button', { name: 'Mark as resolved' })).toHaveCount(0);
  await signOut(page);
}

async function giveFeedback(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Provide Feedback' }).click();
  const dialog = page.getByRole('dialog', { name: 'Provide Feedback' });
  const answers = {
    'How was the data request process?': 'Excellent',
    'Would you recommend it to others?': 'Definitely',
    'Did the answer come in a reasonable time?': 'Yes',
    'Did the data answer the questions of your study?': 'Yes',
    'Were your expectations met?': 'Met',
    'Would you come back?': 'Yes',
  };
  for (const [question, answer] of Object.entries(answers)) {
    await dialog
      .getByRole('radiogroup', { name: question })
      .getByRole('radio', { name: answer, exact: true })
      .check();
  }
  await dialog
    .getByRole('textbox', { name: 'What should be improved?' })
    .fill('Say sooner which documents are missing.');
  await dialog.getByRole('button', { name: 'Send feedback' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'View Feedback' })).toBeVisible();
}

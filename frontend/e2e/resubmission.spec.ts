import { expect, test, type Page } from '@playwright/test';
import { decide, deciders, isSound, openPending, signInAs, signOut } from './aditus';
import { pickVariables, submitThroughWizard } from './request';

const [reviewer, approver, ...others] = deciders;

/** The state that the list of stages shows for each of the six who decide. */
async function statesOf(page: Page, requestId: number): Promise<string[]> {
  await page.goto(`/datarequest/track?request_id=${requestId}`);
  const stages = page.getByRole('list', { name: 'Stages' }).getByRole('listitem');
  await expect(stages).toHaveCount(9);
  return (await stages.allInnerTexts()).slice(2, 8);
}

test.describe('a conversation over two rounds', () => {
  test('a question is answered, a denial is resubmitted and approved', async ({ page }, {
    project,
  }) => {
    test.setTimeout(420_000);
    const title = `Referrals between districts, ${project.name}`;
    await signInAs(page, 'Data Requester');
    await pickVariables(page);
    await page.getByRole('button', { name: 'Request Data' }).click();
    await page.waitForURL('**/requester/submitrequest**');
    const requestId = await submitThroughWizard(page, title, false);
    const own = `/requester/singlerequest?request_id=${requestId}`;
    await signOut(page);

    // The reviewer asks, the requester answers while the reviewer's page is open in another window, which shows it by itself.
    await signInAs(page, reviewer);
    await openPending(page, title);
    await page.getByRole('button', { name: /^0 comments: Data format requested/ }).click();
    await page.getByRole('textbox', { name: 'New comment' }).fill('One file, or one a district?');
    await page.getByRole('button', { name: 'Add comment' }).click();
    await expect(page.getByText('State Comment Successfully Created.')).toBeVisible();
    await isSound(page);
    const requester = await page.context().browser()!.newContext();
    const theirs = await requester.newPage();
    await signInAs(theirs, 'Data Requester');
    await theirs.goto(own);
    const comments = theirs.getByRole('region', { name: 'Comments' });
    await comments.getByRole('button', { name: 'Reply' }).click();
    await comments.getByRole('textbox', { name: 'Reply' }).fill('One a district, please.');
    await isSound(theirs);
    await comments.getByRole('button', { name: 'Send reply' }).click();
    await expect(comments.getByText('One a district, please.')).toBeVisible();
    await expect(page.getByText('One a district, please.')).toBeVisible();
    await decide(page, reviewer, 'Approve');
    await signOut(page);

    await signInAs(page, approver);
    await openPending(page, title);
    await decide(page, approver, 'Deny');
    await signOut(page);

    // The requester reads why, and resubmits with a note.
    await expect(theirs.getByText(`Denied by the ${approver}`)).toBeVisible();
    await theirs.getByRole('button', { name: 'Resubmit', exact: true }).click();
    const dialog = theirs.getByRole('dialog', { name: 'Resubmit Data Request' });
    await dialog.getByLabel(/^Note to the reviewers/).fill('The study ends in December.');
    await isSound(theirs);
    await dialog.getByRole('button', { name: 'Resubmit this request' }).click();
    await expect(dialog).toBeHidden();
    await expect(theirs.getByText(/^Resubmitted .*, round 2$/)).toBeVisible();
    await theirs.getByRole('tab', { name: 'Track Request' }).click();
    await expect(theirs.getByText('Note: The study ends in December.')).toBeVisible();
    await isSound(theirs);

    // The review goes on where it was denied; the approval that was given before stands.
    await signInAs(page, approver);
    const states = await statesOf(page, requestId);
    expect(states[0]).toContain('Approved');
    expect(states[1]).toContain('Unattended');
    await openPending(page, title);
    await expect(page.getByText('The study ends in December.')).toBeVisible();
    await isSound(page);
    await decide(page, approver, 'Approve');
    await signOut(page);
    for (const role of others) {
      await signInAs(page, role);
      await openPending(page, title);
      await decide(page, role, 'Approve');
      await signOut(page);
    }
    await theirs.goto(own);
    await expect(theirs.getByText(/Released on/)).toBeVisible();
    await requester.close();
  });
});

import { expect, test, type Page } from '@playwright/test';
import { beginSession, emailOf, expectAccessible, fillSignIn, signInAs, signOut } from './aditus';
import { pdf } from './sampleFiles';
import { pickVariables } from './request';

const saved = (page: Page) => page.getByText('Saved', { exact: true });
const titleField = (page: Page) => page.getByLabel(/Data Request Title/);
/** Opens the first step from the list of steps. */
const openStudy = (page: Page) =>
  page.getByRole('button', { name: 'Your study', exact: true }).click();
const drafts = (page: Page) => page.getByRole('list', { name: 'Not submitted' });

async function deleteDraft(page: Page, title: string): Promise<void> {
  await page.goto('/requester/myrequests');
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await page.getByRole('button', { name: 'Delete draft' }).click();
  await expect(page.getByRole('link', { name: `Continue ${title}` })).toBeHidden();
}

test('a draft continues on another device, and a conflict opens a dialog', async ({
  page,
  browser,
}, { project }) => {
  const title = `Fever in spring, ${project.name}`;
  await beginSession(page, 'Data Requester');
  await page.goto('/requester/submitrequest?step=study');
  await titleField(page).fill(title);
  await expect(page.getByText('Saving…')).toBeVisible();
  await expect(saved(page)).toBeVisible();

  // Another device has an empty storage.
  const device = await browser.newContext({ viewport: page.viewportSize() });
  const other = await device.newPage();
  await beginSession(other, 'Data Requester');
  await other.goto('/requester/myrequests');
  await other.getByRole('link', { name: `Continue ${title}` }).click();
  await expect(other.getByText('0 of 8 complete.')).toBeVisible();
  await openStudy(other);
  await expect(titleField(other)).toHaveValue(title);
  await other.getByLabel(/Protocol Reference Number/).fill('HRE/2026/77');
  await expect(saved(other)).toBeVisible();
  // The browser keeps nothing of a saved draft.
  expect(
    await other.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('kept'))),
  ).toEqual([]);

  // The first device still has the previous version.
  await page.getByLabel(/Protocol Reference Number/).fill('HRE/2026/11');
  const question = page.getByRole('dialog', {
    name: 'Changed in another tab or on another device',
  });
  await expect(question.getByText(/changed here on .+, and saved elsewhere on .+\./)).toBeVisible();
  await expect(question.getByText('My version: HRE/2026/11')).toBeVisible();
  await expect(question.getByText('Saved version: HRE/2026/77')).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Use the saved version' }).click();
  await expect(page.getByLabel(/Protocol Reference Number/)).toHaveValue('HRE/2026/77');

  await other.close();
  await device.close();
  await deleteDraft(page, title);
});

test('files are uploaded when chosen, and offline changes are saved after reconnecting', async ({
  page,
  context,
}) => {
  const title = 'Letters on a bad line';
  const headers = await beginSession(page, 'Data Requester');
  const begun = await page.request.post('/api/v1/data_requests', {
    headers,
    data: { title, ethics_approval_letter: 'Yes', reached: 3 },
  });
  const { data } = (await begun.json()) as { data: { draft_id: number } };
  await page.goto(`/requester/submitrequest?draft=${data.draft_id}&step=ethics`);
  const chosen = page
    .getByLabel('Ethics Approval Letter', { exact: false })
    .and(page.locator('input[type="file"]'));
  const letter = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: pdf('Ethics') };

  await expect(page.getByRole('heading', { name: 'Ethics and agreement' })).toBeVisible();
  await context.setOffline(true);
  await chosen.setInputFiles(letter);
  const again = page.getByRole('button', { name: 'Try again: Ethics Approval Letter' });
  await expect(again).toBeVisible();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByRole('heading', { name: 'Principal investigator' })).toBeVisible();
  await page.getByRole('button', { name: 'Previous' }).click();
  await titleField(page).fill(`${title}, offline`);
  await expect(page.getByText('Saved on this device only: no connection')).toBeVisible();
  await context.setOffline(false);
  await expect(saved(page)).toBeVisible();

  await page.goto(`/requester/submitrequest?draft=${data.draft_id}&step=ethics`);
  // A slow upload can be cancelled.
  const bar = page.getByRole('progressbar', {
    name: 'Uploading the file for Ethics Approval Letter',
  });
  const uploads = `**/data_requests/drafts/${data.draft_id}/files`;
  await page.route(uploads, () => undefined);
  await chosen.setInputFiles(letter);
  await expect(bar).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel: Ethics Approval Letter' }).click();
  await expect(bar).toBeHidden();
  await expect(chosen).toBeFocused();
  await page.unroute(uploads);
  await chosen.setInputFiles({ ...letter, name: 'notes.txt', buffer: Buffer.from('Not a letter') });
  await expect(page.getByText('Only allows PDFS and Images')).toBeVisible();
  await expectAccessible(page);
  await chosen.setInputFiles({ ...letter, buffer: Buffer.from('%PDF-1.4\nno more') });
  await expect(page.getByText(/^The Ethics Approval Letter is damaged/)).toBeVisible();
  await chosen.setInputFiles(letter);
  await expect(page.getByRole('button', { name: 'Remove letter.pdf' })).toBeVisible();
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(page.getByText('letter.pdf')).toBeVisible();
  await page.getByRole('button', { name: 'Preview letter.pdf' }).click();
  // The headless shell cannot show a PDF inside a page. Phones cannot either.
  const viewer = page.getByRole('dialog', { name: 'letter.pdf' });
  await expect(viewer.getByRole('link', { name: 'Save' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Close the document' }).click();
  // Closing the viewer goes back in the history, which would cancel the next navigation.
  await page.waitForFunction(() => !(history.state as { opened?: number } | null)?.opened);
  await deleteDraft(page, `${title}, offline`);
});

test('variables picked by a guest become a draft, which survives a sign-out', async ({ page }) => {
  // Guests cannot open the form. Only their picked variables are kept until they sign in.
  await page.goto('/requester/submitrequest');
  await page.waitForURL((url) => url.pathname === '/home');
  await pickVariables(page);
  await page.getByRole('button', { name: 'Request Data' }).click();
  await fillSignIn(page, emailOf('Data Requester'));
  await page.waitForURL('**/requester/submitrequest**');
  await expect(page).toHaveURL(/draft=\d+/);
  const title = 'Begun by a guest';
  await openStudy(page);
  await titleField(page).fill(title);
  // Signs out before the draft is saved.
  await signOut(page);
  expect(
    await page.evaluate(() => [
      ...Object.keys(localStorage).filter((key) => key.includes('kept')),
      ...Object.keys(sessionStorage).filter((key) => /draft|selection/i.test(key)),
    ]),
  ).toEqual([]);

  await signInAs(page, 'Data Requester');
  await page.goto('/requester/myrequests');
  await drafts(page)
    .getByRole('link', { name: `Continue ${title}` })
    .click();
  await openStudy(page);
  await expect(titleField(page)).toHaveValue(title);
  // The picked variables are stored at every step.
  const picked = await page.evaluate(() => sessionStorage.getItem('aditus.variableSelection'));
  expect(picked?.match(/"var_id"/g)).toHaveLength(3);
  await deleteDraft(page, title);
});

test('variables picked by a guest become a draft wherever the guest signs in', async ({ page }) => {
  await pickVariables(page);
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  await fillSignIn(page, emailOf('Data Requester'));
  await page.waitForURL((url) => url.pathname !== '/datatable');
  await expect(
    page.getByText('The variables you selected were saved as a draft under My Data Requests.'),
  ).toBeVisible();
  await page.goto('/requester/myrequests');
  // Finds the draft by its id, because other drafts of the account may have no title either.
  const open = await page.evaluate(() => sessionStorage.getItem('aditus.openDraft'));
  const draftId = /"draftId":(\d+)/.exec(open ?? '')?.[1];
  await drafts(page).locator(`a[href$="?draft=${draftId}"]`).click();
  await openStudy(page);
  await expect(titleField(page)).toHaveValue('');
  await titleField(page).fill('Picked before signing in');
  await expect(saved(page)).toBeVisible();
  const picked = await page.evaluate(() => sessionStorage.getItem('aditus.variableSelection'));
  expect(picked?.match(/"var_id"/g)).toHaveLength(3);
  await deleteDraft(page, 'Picked before signing in');
});

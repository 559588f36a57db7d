import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { beginSession, expectAccessible } from './aditus';
import { decideByCall, submit } from './submissions';

const REVIEWER = 'Data Access Reviewer';

/**
 * Downloads the proof of the reviewer's decision from the current screen as soon as the log has it.
 * Returns its content.
 */
async function downloaded(page: Page, list: string): Promise<string> {
  const button = page
    .getByRole('list', { name: list })
    .getByRole('button', { name: new RegExp(`^Download proof: ${REVIEWER}, Decision, `) });
  await expect(button).toBeVisible();
  const download = page.waitForEvent('download');
  await button.click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^entry-\d+\.evidence\.json$/);
  return readFile(await file.path(), 'utf8');
}

/** Moves the focus to the field by the keyboard and chooses a file there. */
async function chooseByKeyboard(page: Page, content: string): Promise<void> {
  // Starts early, because the browser is told asynchronously to hand over its file chooser.
  // Otherwise it may open its own dialog, which the headless shell cannot show.
  const chooser = page.waitForEvent('filechooser');
  const field = page.getByLabel('Evidence file');
  const isThere = () => field.evaluate((element) => element === document.activeElement);
  for (let steps = 0; steps < 50 && !(await isThere()); steps += 1)
    await page.keyboard.press('Tab');
  await expect(field).toBeFocused();
  await page.keyboard.press('Space');
  await (
    await chooser
  ).setFiles({
    name: 'decision.evidence.json',
    mimeType: 'application/json',
    buffer: Buffer.from(content),
  });
}

test('a guest verifies the proof of a decision, and one altered byte fails', async ({
  page,
  browser,
}, { project }) => {
  const requester = await beginSession(page, 'Data Requester');
  const request = await submit(page, requester, `Snake bites by season, ${project.name}`);
  await decideByCall(page, REVIEWER, request, true);

  const desk = await browser.newPage({ viewport: page.viewportSize() });
  await beginSession(desk, REVIEWER);
  await desk.goto(`/datarequest/track?request_id=${request}&view=list`);
  const proof = await downloaded(desk, 'Stages');
  await desk.goto(`/datarequest?request_id=${request}`);
  await desk.getByRole('button', { name: /^Review and Approval Chain/ }).click();
  const fromDetail = await downloaded(desk, 'Decisions');
  expect(JSON.parse(fromDetail)).toMatchObject({
    entry: (JSON.parse(proof) as { entry: string }).entry,
  });
  await expect(
    desk.getByRole('button', { name: /^Download proof: Data Request submitted, / }),
  ).toBeVisible();

  // A guest in another browser.
  const elsewhere = await browser.newContext({ reducedMotion: 'reduce' });
  const guest = await elsewhere.newPage();
  // The last call that the page makes by itself.
  const started = guest.waitForRequest('**/generate-uuid');
  await guest.goto(`/log?request=${request}`);
  await started;
  await expect(guest.getByText('You come from a letter or printout of')).toBeVisible();
  await expect(guest.getByRole('list', { name: 'Keys' })).toBeVisible();

  // The page does not hide the files that are served below its address.
  const newest = await guest.request.get('/log/checkpoint');
  expect(await newest.text()).toMatch(/^[^\n]+\/log\n\d+\n[^\n]+\n\n— /);

  const sent: string[] = [];
  guest.on('request', (call) => sent.push(call.url()));
  await chooseByKeyboard(guest, proof);
  await expect(guest.getByText('decision.evidence.json is valid')).toBeVisible();
  await expect(guest.getByText(/“Decision” is in the log of \d+ entries that/)).toBeVisible();
  await expect(
    guest.getByText('It does not contradict the printout that you came from.'),
  ).toBeVisible();
  await expect(guest.getByText(new RegExp(`^Data Request ${request}$`)).last()).toBeVisible();
  expect(sent, 'nothing is uploaded').toEqual([]);
  await expectAccessible(guest);

  await guest.emulateMedia({ colorScheme: 'dark' });
  await guest.reload();
  await expect(guest.getByRole('list', { name: 'Keys' })).toBeVisible();
  await chooseByKeyboard(guest, proof.replace('Approved', 'Approvee'));
  await expect(guest.getByText('decision.evidence.json could not be verified')).toBeVisible();
  await expect(
    guest.getByText(
      'Wrong: The entry is in the log that was signed. The path does not lead from this entry to the root.',
    ),
  ).toBeVisible();
  await expectAccessible(guest);
  await elsewhere.close();
});

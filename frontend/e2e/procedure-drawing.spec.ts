import { readFile } from 'node:fs/promises';
import { type Download, expect, test, type Page } from '@playwright/test';
import {
  beginSession,
  chooseRowAction,
  closeToasts,
  expectAccessible,
  enterPassword,
} from './aditus';

/** Copies the default procedure under another name and opens the copy. */
async function duplicate(page: Page, name: string): Promise<void> {
  await page.goto('/superuser/approval_procedure?search=Default');
  await chooseRowAction(page, 'Default procedure', 'Duplicate');
  const dialog = page.getByRole('dialog', { name: 'Duplicate “Default procedure”' });
  await dialog.getByLabel('Name of the copy').fill(name);
  await dialog.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

const stage = (page: Page, name: string) =>
  page.getByRole('figure', { name: 'Drawing' }).getByRole('button', { name: `${name}, ` });
const beside = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const allStages = (page: Page) => page.getByRole('list', { name: 'Stages in order' });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save the drawing' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  await closeToasts(page);
}

test('a stage is inserted into a drawing, which is refused with its errors or saved @phone', async ({
  page,
}, { project }) => {
  await beginSession(page, 'Super User');
  await duplicate(page, `Drawn on the ${project.name}`);
  await expect(stage(page, 'Access review')).toBeVisible();

  await allStages(page)
    .getByRole('button', { name: 'Access review, then Access approval' })
    .click();
  await beside(page, 'Access review, then Access approval')
    .getByRole('button', { name: 'Insert a stage here' })
    .click();
  await page.getByRole('button', { name: 'Save the drawing' }).click();
  const faults = page.getByRole('list', { name: 'Faults' });
  await expect(faults.getByRole('listitem')).toHaveText([
    'New stage: Role is required.',
    'New stage: Stage Activity is required.',
  ]);
  await expectAccessible(page);
  await faults.getByRole('button', { name: 'New stage: Role is required.' }).click();
  await choose(page, 'Role', 'Data Custodian');
  await page.getByLabel('Stage Activity').fill('Second look');
  await expect(page.getByText('4 changes not saved')).toBeVisible();

  // Unsaved changes survive a reload.
  await page.reload();
  await expect(stage(page, 'Second look')).toBeVisible();
  await save(page);
  await page.reload();
  await expect(stage(page, 'Second look')).toBeVisible();
  await expect(
    allStages(page).getByRole('button', { name: 'Access review, then Second look' }),
  ).toBeVisible();

  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByText(/Second look/).first()).toBeVisible();
});

test('a stage is dragged, a link is drawn, and both are undone', async ({ page }, { project }) => {
  await beginSession(page, 'Super User');
  await duplicate(page, `Dragged on the ${project.name}`);
  const review = stage(page, 'Access review');
  await review.scrollIntoViewIfNeeded();
  const from = (await review.boundingBox())!;
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  const before = await review.getAttribute('aria-label');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 40, y + 30, { steps: 6 });
  await page.mouse.move(x - 80, y + 60, { steps: 6 });
  await page.mouse.up();
  await expect(page.getByText('1 change not saved')).toBeVisible();
  await expect(review).not.toHaveAttribute('aria-label', before!);

  const grip = page
    .locator('.react-flow__node', { has: page.getByRole('button', { name: 'Access review, ' }) })
    .locator('.source');
  const at = (await grip.boundingBox())!;
  const approval = (await stage(page, 'Security approval').boundingBox())!;
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await page.mouse.down();
  await page.mouse.move(at.x - 40, at.y + 60, { steps: 6 });
  await page.mouse.move(approval.x + approval.width / 2, approval.y + approval.height / 2, {
    steps: 10,
  });
  await page.mouse.up();
  const drawn = allStages(page).getByRole('button', {
    name: 'Access review, then Security approval',
  });
  await expect(drawn).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(drawn).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  await expect(review).toHaveAttribute('aria-label', before!);
});

test('a procedure is tried by the keyboard, gets a template, and is exported and imported', async ({
  page,
}, { project }) => {
  const name = `Carried on the ${project.name}`;
  await beginSession(page, 'Super User');
  await duplicate(page, name);
  const address = page.url();

  await page.goto(`${address}?tab=trial`);
  await expect(page.getByText(/^Pending: 6 approvals are left/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Who would be asked', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Approve Access review' }).focus();
  for (const next of ['Access approval', 'Security review']) {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Approve ${next}` })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Denied: finished/)).toBeVisible();

  await page.goto(`${address}?tab=template`);
  const body = page.getByLabel('Body');
  await body.fill('Earns {{salary}}.');
  await expect(page.getByText('Line 1: there is no such placeholder.')).toBeVisible();
  await expectAccessible(page);
  await body.fill('Dear ');
  await page.getByRole('button', { name: 'First name and surname of the requester' }).click();
  await expect(body).toHaveValue('Dear {{requester_name}}');
  await page.getByRole('button', { name: 'Save the template' }).click();
  await enterPassword(page);
  await expect(page.getByRole('button', { name: 'Use the standard template' })).toBeVisible();

  // A browser that cannot show PDFs downloads each preview of the letter, too.
  const isProcedure = (file: Download) => file.suggestedFilename().endsWith('.procedure.json');
  const [download] = await Promise.all([
    page.waitForEvent('download', isProcedure),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const file = JSON.parse(await readFile(await download.path(), 'utf8')) as {
    stages: { role: string }[];
    letter: { body: string };
  };
  expect(file.letter.body).toBe('Dear {{requester_name}}');

  await page.goto('/superuser/approval_procedure');
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import an Approval Procedure' });
  const choosing = (content: unknown) =>
    dialog.getByLabel('File of the procedure').setInputFiles({
      name: 'track.procedure.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(content)),
    });
  const [first, ...others] = file.stages;
  await choosing({ ...file, stages: [{ ...first, role: 'Wizard' }, ...others] });
  await dialog.getByLabel('Name', { exact: true }).fill(`${name} and back`);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog.getByRole('list', { name: 'Faults' })).toContainText(
    'There is no role with this name.',
  );
  await choosing(file);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${name} and back` })).toBeVisible();
});

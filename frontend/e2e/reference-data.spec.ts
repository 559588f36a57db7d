import { expect, test, type Page } from '@playwright/test';
import { signInAs } from './aditus';

async function openTab(page: Page, title: string): Promise<void> {
  const tab = page.getByRole('tab', { name: title, exact: true });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
}

async function find(page: Page, name: string): Promise<void> {
  await page.getByLabel('Keyword Search').fill(name);
  await page.getByLabel('Keyword Search').press('Enter');
  await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(1);
}

/** Returns a CSV file with this text for an upload. */
const csv = (text: string) => ({
  name: 'facilities.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

test('a Super User manages reference data, and a requester is offered active entries only', async ({
  page,
}, { project }) => {
  const board = `Board of the Lakes ${project.name}`;
  const region = `Uplands ${project.name}`;
  await signInAs(page, 'Super User');
  await page.goto('/superuser/reference-data');
  await expect(page.getByRole('heading', { name: 'Purposes' })).toBeVisible();
  const edit = page.getByRole('button', { name: 'Edit the purpose Other' });
  await expect(edit).toHaveAttribute('aria-disabled', 'true');
  await edit.focus();
  await expect(page.getByRole('tooltip')).toBeVisible();

  await openTab(page, 'Ethics Committees');
  await page.getByRole('button', { name: 'Add Ethics Committee' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Ethics Committee Name' }).fill(board);
  await dialog.getByRole('button', { name: 'Add Ethics Committee' }).click();
  await expect(dialog).toBeHidden();
  await find(page, board);

  await openTab(page, 'Facilities');
  await page.getByRole('button', { name: 'Add from a file' }).click();
  await dialog
    .getByLabel('Choose a file')
    .setInputFiles(csv('region,district,facility\nUplands,,Clinic\nUplands,Moor\n'));
  await expect(dialog.getByText('Line 2, district: Please enter the District Name.')).toBeVisible();
  await expect(dialog.getByText('Line 3: The line has 2 cells instead of 3.')).toBeVisible();
  await dialog
    .getByLabel('Choose another file')
    .setInputFiles(csv(`region,district,facility\n${region},Moor,Moor Clinic\n`));
  await dialog.getByRole('button', { name: 'Add 1 facility' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('1 region, 1 district, and 1 facility added.')).toBeVisible();
  await find(page, region);
  await page.getByRole('link', { name: `1 district in ${region}` }).click();
  await expect(page.getByText(`In ${region}`)).toBeVisible();
  await page.reload();
  await expect(page.getByText(`In ${region}`)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toBe('facilities.csv');

  await signInAs(page, 'Data Requester');
  const offered = async () => {
    await page.goto('/requester/submitrequest?step=study');
    const field = page.getByRole('combobox', { name: 'Ethics Committee Name' });
    await field.click();
    const options = page.getByRole('option', { name: board });
    const found = await options.count();
    await page.keyboard.press('Escape');
    return found;
  };
  expect(await offered()).toBe(1);

  await signInAs(page, 'Super User');
  await page.goto('/superuser/reference-data?tab=committees');
  await find(page, board);
  await page.getByRole('button', { name: `Edit the ethics committee ${board}` }).click();
  await dialog.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Not active' }).click();
  await dialog.getByRole('button', { name: 'Save Ethics Committee' }).click();
  await expect(dialog).toBeHidden();
  await signInAs(page, 'Data Requester');
  expect(await offered()).toBe(0);
});

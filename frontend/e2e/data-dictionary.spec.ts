import { expect, test, type Page } from '@playwright/test';
import { beginSession, chooseRowAction } from './aditus';

/** Chooses an option in a search field or in a plain list. */
async function choose(page: Page, label: string, typed: string, option: string): Promise<void> {
  const field = page.getByRole('dialog').getByRole('combobox', { name: label });
  await field.click();
  if (typed) await field.fill(typed);
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function openTab(page: Page, title: string): Promise<void> {
  const tab = page.getByRole('tab', { name: title, exact: true });
  await tab.click();
  // Until then, the search field of the previous tab is shown, with its search text.
  await expect(tab).toHaveAttribute('aria-selected', 'true');
}

/** Searches for a text that one row alone contains, and expects that row. */
async function find(page: Page, name: string): Promise<void> {
  await page.getByLabel('Keyword Search').fill(name);
  await page.getByLabel('Keyword Search').press('Enter');
  await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(1);
}

test('a Super User manages data sources, custodians, versions and topics', async ({ page }, {
  project,
}) => {
  const source = `Road Crash Register ${project.name}`;
  const topic = `Injuries ${project.name}`;
  await beginSession(page, 'Super User');
  await page.goto('/superuser/data_dictionary');
  await expect(page.getByRole('heading', { name: 'List of Data Sources' })).toBeVisible();
  await expect(page.getByText('Electronic Medical Record')).toBeVisible();

  await page.getByRole('button', { name: 'Add Data Source' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add Data Source' }).click();
  await expect(dialog.getByText('Source is required')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Source', exact: true }).fill(source);
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Crashes and who was hurt.');
  await choose(page, 'Database Type', '', 'Relational');
  await dialog.getByRole('textbox', { name: 'Database Management System' }).fill('MariaDB');
  await dialog.getByLabel('Password', { exact: true }).fill('Quiet-River-7!');
  await choose(page, 'Publish', '', 'Yes');
  await dialog.getByRole('button', { name: 'Add Data Source' }).click();
  await expect(page.getByText('Successfully created data source.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await find(page, source);
  await page.getByRole('link', { name: `Show the tables of the data source ${source}` }).click();
  await page.waitForURL('**/superuser/data_dictionary/tables/*');
  await expect(
    page.getByRole('heading', { name: `Showing Tables in the Data Source called ${source}` }),
  ).toBeVisible();
  await expect(page.getByText('No tables found')).toBeVisible();
  await page.goBack();

  await openTab(page, 'Data Custodian');
  await page.getByRole('button', { name: 'Add Data Custodian' }).click();
  await choose(page, 'Data Source', source, source);
  await choose(
    page,
    'Organisation Role',
    'custodian',
    'Halvania Ministry of Health - Data Custodian',
  );
  await dialog.getByRole('button', { name: 'Add Data Custodian' }).click();
  await expect(page.getByText('Successfully created a data custodian')).toBeVisible();
  await find(page, source);
  await page.getByRole('button', { name: /^Edit / }).click();
  await choose(page, 'Is A Broker', '', 'Yes');
  await dialog.getByRole('button', { name: 'Save Data Custodian' }).click();
  await expect(dialog).toBeHidden();

  await openTab(page, 'Topic');
  await page.getByRole('button', { name: 'Add Topic' }).click();
  await dialog.getByRole('textbox', { name: 'Topic' }).fill(topic);
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Of all kinds.');
  await dialog.getByRole('button', { name: 'Add Topic' }).click();
  await expect(dialog).toBeHidden();
  await find(page, topic);
  await expect(page.getByText('Showing 1 to 1 of 1')).toBeVisible();

  await openTab(page, 'Data Source Versions');
  await page.getByRole('button', { name: 'Add Data Source Version' }).click();
  await choose(page, 'Data Source', source, source);
  await dialog.getByRole('textbox', { name: 'Message' }).fill(`The first of ${project.name}`);
  await dialog.getByRole('button', { name: 'Add Data Source Version' }).click();
  await expect(dialog).toBeHidden();
  await find(page, source);

  await openTab(page, 'Data Source');
  await find(page, source);
  await chooseRowAction(page, `the data source ${source}`, 'Delete');
  await dialog.getByRole('button', { name: 'Delete this data source' }).click();
  await expect(
    dialog.getByText(
      'This data source cannot be deleted: 1 data custodian and 1 version refer to it.',
    ),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  for (const [tab, kind] of [
    ['Data Custodian', 'data custodian'],
    ['Data Source Versions', 'version'],
    ['Data Source', 'data source'],
  ] as const) {
    await openTab(page, tab);
    await find(page, source);
    if (kind === 'data custodian') await page.getByRole('button', { name: /^Delete / }).click();
    else await chooseRowAction(page, /^Actions for /, 'Delete');
    await dialog.getByRole('button', { name: `Delete this ${kind}` }).click();
    await expect(dialog).toBeHidden();
  }
  await page.goto('/datasource');
  await page.getByPlaceholder('Search for a data source').fill(source);
  await expect(page.getByText('No data sources found')).toBeVisible();
});

import { expect, test, type Page } from '@playwright/test';
import { beginSession, expectAccessible } from './aditus';

const TABLES = `tbl_name,table_type,tbl_description
births,Event,Births
mothers,Person,Mothers
`;
const VARIABLES = `tbl_name,var_name,data_type,meaning,dependencies
births,mother,Number,Who gave birth,mothers.id
births,sex,Text,Sex of the child,
mothers,id,Number,Number of the mother,
mothers,=age,Number,Age of the mother,
`;

const csv = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
});

/** Opens the import form with this data source and these files, and shows the preview. */
async function openPreview(page: Page, source: string, tables: string | Buffer, variables: string) {
  await page.goto(
    `/superuser/data_dictionary/import?${new URLSearchParams({ source }).toString()}`,
  );
  await page.getByLabel('Tables *').setInputFiles(csv('tables.csv', tables));
  await page.getByLabel('Variables *').setInputFiles(csv('variables.csv', variables));
  await page.getByRole('button', { name: 'Show what would change' }).click();
  await expect(page.getByRole('heading', { name: 'What the import would do' })).toBeVisible();
}

/** Starts the previewed import and returns its address. */
async function start(page: Page, rows: string): Promise<string> {
  await page.getByRole('button', { name: `Import ${rows}` }).click();
  await page.waitForURL('**/superuser/data_dictionary/import/*');
  return page.url();
}

const done = (page: Page) => page.getByText('All valid rows are stored.');

test('a Super User previews the changes of an import and starts it', async ({ page }, {
  project,
}) => {
  const source = `Twin Register ${project.name}`;
  await beginSession(page, 'Super User');
  await page.goto('/superuser/data_dictionary');
  await page.getByRole('link', { name: 'Import a dictionary' }).click();
  await page.getByRole('button', { name: 'Show what would change' }).click();
  await expect(page.getByText('Please choose the file of tables.')).toBeVisible();

  await openPreview(page, source, TABLES, VARIABLES);
  await expect(page.getByText(`There is no data source called ${source}.`)).toBeVisible();
  await expect(page.getByText('Variables, line 5')).toBeVisible();
  await expectAccessible(page);
  await start(page, '5 rows');
  await expect(done(page)).toBeVisible();
  // The last column shows why rows were refused.
  const table = page.getByRole('table', { name: 'Rows of the files' });
  const room = await table.evaluate((it) => it.parentElement!.clientWidth - it.scrollWidth);
  expect(room, 'all columns are in sight').toBeGreaterThanOrEqual(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: `Import into ${source}` })).toBeVisible();
  await expect(done(page)).toBeVisible();
  await page.getByRole('link', { name: 'Show the tables' }).click();
  await expect(page.getByText('mothers', { exact: true }).first()).toBeVisible();

  await openPreview(page, source, TABLES, VARIABLES);
  await expect(page.getByText('There is nothing to import')).toBeVisible();
  await openPreview(page, source, TABLES, VARIABLES.replace('Sex of the child', 'Sex at birth'));
  await expect(page.getByText('Sex at birth')).toBeVisible();
  await start(page, '1 row');
  await expect(done(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: source }).first()).toBeVisible();
});

test('an import continues after its page is left, and another tab shows it', async ({
  page,
  context,
}) => {
  const source = 'Register of Many Things';
  const names = Array.from({ length: 4000 }, (_, index) => `things,v${index},Text,Thing ${index},`);
  await beginSession(page, 'Super User');
  await openPreview(
    page,
    source,
    'tbl_name,table_type,tbl_description\nthings,Event,Things\n',
    `tbl_name,var_name,data_type,meaning,dependencies\n${names.join('\n')}\n`,
  );
  const address = await start(page, '4,001 rows');
  const other = await context.newPage();
  await beginSession(other, 'Super User');
  await other.goto('/superuser/data_dictionary/import');
  await other.getByRole('link', { name: source }).click();
  await other.waitForURL(address);
  await page.goto('/superuser/data_dictionary');
  await expect(done(other)).toBeVisible({ timeout: 30_000 });
  await other.getByRole('link', { name: 'Show the tables' }).click();
  const things = other.getByRole('row', { name: /things/ });
  await expect(things.getByRole('cell', { name: '4,000' })).toBeVisible();
});

test('files that are not CSV are reported with their format and cannot be imported', async ({
  page,
}) => {
  await beginSession(page, 'Super User');
  await openPreview(page, 'Nowhere', '<?xml version="1.0"?><ODM/>', `${VARIABLES}mothers,half`);
  await expect(page.getByText('File of tables: This is an XML file')).toBeVisible();
  await expect(
    page.getByText('File of variables: line 6: the file ends in this line'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import \d/ })).toBeHidden();
});

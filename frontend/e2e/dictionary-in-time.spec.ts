import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { deciders, expectAccessible, createSession, signInAs } from './aditus';
import { superUserRecordCreator } from './dictionary';
import { pdfText } from './pdfText';
import { submit } from './submissions';

const ASKED = 'Litres of blood that were given';
const NOW = 'Millilitres of blood that were given';

/** Adds a published source with two variables for this test alone, and its first version. */
async function versionedSource(page: Page, source: string) {
  const { add, headers } = await superUserRecordCreator(page);
  const types = await page.request.get('/api/v1/data_dictionary/table_types/', { headers });
  const { data: known } = (await types.json()) as { data: { table_type_id: number }[] };
  const { data_source_id: id } = await add('data_source', {
    source,
    description: 'Donations of blood.',
    db_type: 'Relational',
    dbms: 'PostgreSQL',
    publish: true,
  });
  const { tbl_id } = await add('table_dd', {
    data_source: id,
    table_type: known[0]!.table_type_id,
    tbl_name: 'gifts',
    tbl_description: 'One row a donation',
    entity_name: 'Gift',
    icon: 'Bloodtype',
    publish: true,
  });
  const variable = (name: string, meaning: string) =>
    add('variables_dd', {
      tbl: tbl_id,
      ids_column_name: name,
      var_name: name,
      data_type: 'Number',
      meaning,
      date_introduced: '2026-01-05',
      usage: 'Analytical',
    });
  const volume = await variable('volume', ASKED);
  const month = await variable('month', 'Month of the donation');
  await add('version', { data_source: id, message: 'As it began' });
  return { id: id!, tbl_id: tbl_id!, variables: [volume.var_id!, month.var_id!] };
}

test('a changed definition is shown beside the requested one', async ({ page }) => {
  const source = 'Registry of Gifts of Blood';
  const { id, tbl_id, variables } = await versionedSource(page, source);
  const { headers } = await createSession(page, 'Data Requester');
  const request = await submit(page, headers, 'Gifts by month', {
    data_source_id: id,
    dataset_variables: variables,
  });

  // Changes the meaning in its cell and adds another version of the source.
  await signInAs(page, 'Super User');
  await page.goto(`/superuser/data_dictionary/variables/${tbl_id}`);
  const row = page.getByRole('row', { name: 'the variable volume' });
  await row.getByRole('gridcell', { name: ASKED }).click();
  await page.keyboard.type(NOW);
  await page.keyboard.press('Control+Enter');
  await expect(row.getByRole('gridcell', { name: NOW })).toBeVisible();
  await expect(page.getByText(/not saved yet/)).toBeHidden();
  await page.goto('/superuser/data_dictionary?tab=versions');
  await page.getByRole('button', { name: 'Add Data Source Version' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Data Source' }).fill(source);
  await page.getByRole('option', { name: source }).click();
  await dialog.getByLabel('Message').fill('Volumes in millilitres');
  await dialog.getByRole('button', { name: 'Add Data Source Version' }).click();
  await expect(dialog).toBeHidden();

  await page
    .getByRole('row', { name: /Volumes in millilitres/ })
    .getByRole('button', { name: /^Actions for the version of/ })
    .click();
  await page.getByRole('menuitem', { name: 'Show what changed' }).click();
  await expect(page.getByRole('combobox', { name: 'From version' })).toHaveAccessibleDescription(
    /As it began/,
  );
  const change = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
  await expect(change).toHaveCount(1);
  await expect(change).toContainText('gifts.volume');
  await expect(change).toContainText(ASKED);
  await expect(change).toContainText(NOW);
  await expectAccessible(page);

  // The reviewer sees both definitions beside the variable and in the exported request.
  await signInAs(page, deciders[0]);
  await page.goto(`/datarequest?request_id=${request}`);
  await page.getByRole('button', { name: 'Open all sections' }).click();
  await page.getByRole('button', { name: 'gifts.volume: changed since' }).click();
  await expect(dialog).toContainText(ASKED);
  await expect(dialog).toContainText(NOW);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'gifts.month: changed since' })).toHaveCount(0);
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const text = pdfText(await readFile(await (await started).path()));
  expect(text).toContain('changed since');
  expect(text).toContain(ASKED);
  expect(text).toContain(NOW);
});

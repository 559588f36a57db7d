import { expect, test, type Page } from '@playwright/test';
import { beginSession, closeToasts, expectAccessible, signInAs } from './aditus';
import { superUserRecordCreator } from './dictionary';

/** Adds a data source for one test of this project alone. */
async function describedSource(page: Page, source: string) {
  const { add, headers } = await superUserRecordCreator(page);
  const added = await add('data_source', {
    source,
    description: 'Tests of blood and water.',
    db_type: 'Relational',
    dbms: 'PostgreSQL',
  });
  return { headers, add, id: added.data_source_id! };
}

const cell = (page: Page, row: string, text: string) =>
  page.getByRole('row', { name: row }).getByRole('gridcell', { name: text, exact: true });

/**
 * Adds a row to the sheet of variables and fills it in by the keyboard alone. A choice is made by
 * its first letter.
 */
async function typeNewRow(
  page: Page,
  names: readonly [column: string, variable: string],
  dataType: string,
  meaning: string,
) {
  await page.getByRole('button', { name: 'Add New Row' }).click();
  const newRow = page.getByRole('row', { name: 'the new variable' });
  await newRow.getByRole('gridcell').first().focus();
  for (const name of names) {
    await page.keyboard.type(name);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press(dataType);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type(meaning);
  await page.keyboard.press('Tab');
  await page.keyboard.type('2026-01-05');
  await page.keyboard.press('Tab');
  await page.keyboard.press('a');
}

test('a Super User describes a table and edits its variables in place', async ({ page, context }, {
  project,
}) => {
  const source = `Laboratory ${project.name}`;
  const { add, id } = await describedSource(page, source);
  await beginSession(page, 'Super User');
  await page.goto(`/superuser/data_dictionary/tables/${id}`);
  await expect(page.getByText('No tables found')).toBeVisible();

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add Table' }).click();
  await dialog.getByRole('combobox', { name: 'Table Type' }).click();
  await page.getByRole('option', { name: 'A new type' }).click();
  await dialog.getByLabel('Name of the new Table Type').fill(`Analyses ${project.name}`);
  await dialog.getByRole('button', { name: 'Add type' }).click();
  await expect(dialog.getByLabel('Name of the new Table Type')).toBeHidden();
  await dialog.getByLabel('Table Name').fill('samples');
  await dialog.getByLabel('Table Description').fill('One row a sample');
  await dialog.getByLabel('Entity Name System').fill('Sample');
  await dialog.getByLabel('Icon').fill('Science');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Add Table' }).click();
  await expect(page.getByText('Successfully created a table')).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByRole('link', { name: 'Show the variables of the table samples' }).click();
  await expect(
    page.getByRole('heading', {
      name: `Showing Variables in the Table named samples in the Data Source called ${source}`,
    }),
  ).toBeVisible();

  await typeNewRow(page, ['taken_on', 'Day of the sample'], 'd', 'When it was taken');
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('row', { name: 'the variable Day of the sample' })).toBeVisible();
  await expect(page.getByText(/not saved yet/)).toBeHidden();

  const tbl = Number(new URL(page.url()).pathname.split('/').pop());
  for (const number of Array.from({ length: 12 }, (_, at) => at + 1)) {
    await add('variables_dd', {
      tbl,
      ids_column_name: `test_${String(number).padStart(2, '0')}`,
      var_name: `Test ${number}`,
      data_type: 'Text',
      meaning: 'A result',
      date_introduced: '2026-01-05',
      usage: 'Analytical',
    });
  }
  await page.reload();
  await expect(page.getByText('Page 1 of 2')).toBeVisible();

  // A pasted column fills the cells below.
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText('number\njson\nblob'));
  await cell(page, 'the variable Test 1', 'Text').click();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.getByText(/3 variables are not saved yet/)).toBeVisible();

  // Without a connection, unsaved values survive another page and a reload.
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save 3 variables' }).click();
  // All three calls have failed before the connection is back.
  const lost = page.getByRole('grid').getByRole('button', { name: 'Try again' });
  await expect(lost).toHaveCount(3);
  await context.setOffline(false);
  await page.reload();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText(/3 of them on other pages/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save 3 variables' }).click();
  await expect(page.getByText(/not saved yet/)).toBeHidden();
  await page.goBack();
  await expect(cell(page, 'the variable Test 2', 'JSON')).toBeVisible();

  await page.getByRole('button', { name: 'Show the details of the variable Test 1' }).click();
  await dialog.getByRole('tab', { name: 'Synonym' }).click();
  await dialog.getByRole('button', { name: 'Save Synonym' }).click();
  await expect(dialog.getByText('Please fill all required fields in "Synonym"')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Synonym' }).fill('haemoglobin');
  await dialog.getByRole('button', { name: 'Save Synonym' }).click();
  await expect(page.getByText('Synonym saved successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.getByLabel('Keyword Search').fill('haemoglobin');
  await page.getByLabel('Keyword Search').press('Enter');
  await expect(page.getByRole('row', { name: /^the variable/ })).toHaveCount(1);
});

test('two tabs edit the cells of one table, and logging out warns of unsaved cells', async ({
  page,
  context,
}, { project }) => {
  const { add, headers, id } = await describedSource(page, `Tabs ${project.name}`);
  const types = await page.request.get('/api/v1/data_dictionary/table_types/', { headers });
  const { data } = (await types.json()) as { data: { table_type_id: number }[] };
  const { tbl_id } = await add('table_dd', {
    data_source: id,
    table_type: data[0]!.table_type_id,
    tbl_name: 'wells',
    tbl_description: 'One row a well',
    icon: 'WaterDrop',
    entity_name: 'Well',
    publish: false,
  });
  for (const name of ['depth', 'yield']) {
    await add('variables_dd', {
      tbl: tbl_id,
      ids_column_name: name,
      var_name: `The ${name}`,
      data_type: 'Number',
      meaning: 'As measured',
      date_introduced: '2026-01-05',
      usage: 'Analytical',
    });
  }
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await beginSession(tab, 'Super User');
    await tab.goto(`/superuser/data_dictionary/variables/${tbl_id}`);
    await expect(cell(tab, 'the variable The depth', 'depth')).toBeVisible();
  }
  const type = async (tab: Page, row: string, text: string) => {
    await cell(tab, row, 'As measured').click();
    await tab.keyboard.type(text);
    await tab.keyboard.press('Enter');
  };
  await type(page, 'the variable The depth', 'In metres');
  await expect(cell(other, 'the variable The depth', 'In metres')).toBeVisible();
  await type(other, 'the variable The yield', 'In litres');
  for (const tab of [page, other]) {
    await expect(tab.getByText(/2 variables are not saved yet/)).toBeVisible();
  }
  // One tab saves a row. The other tab shows the saved version and can continue with it.
  await other.getByRole('button', { name: 'Save the variable The yield' }).click();
  await expect(page.getByText(/1 variable is not saved yet/)).toBeVisible();
  await expect(cell(page, 'the variable The yield', 'In litres')).toBeVisible();

  // Both tabs save the same new row at once, and it is added once.
  await typeNewRow(page, ['level', 'The level'], 'n', 'As it stands');
  await expect(other.getByRole('row', { name: /the new variable|The level/ })).toBeVisible();
  let added = 0;
  for (const tab of [page, other]) {
    tab.on('request', (call) => {
      if (call.method() === 'POST' && call.url().includes('variables_dd')) added += 1;
    });
  }
  const saves = [page, other].map((tab) =>
    tab.getByRole('button', { name: /^Save \d variables$/ }),
  );
  for (const save of saves) await expect(save).toBeEnabled();
  // Clicks by script: Playwright would repeat a missed click and wait for a button that the other
  // tab has removed meanwhile.
  await Promise.all(saves.map((save) => save.evaluate((button: HTMLElement) => button.click())));
  for (const tab of [page, other]) await expect(tab.getByText(/not saved yet/)).toBeHidden();
  expect(added).toBe(1);
  await other.close();
  await cell(page, 'the variable The depth', 'In metres').click();
  await page.keyboard.type('In feet');
  await page.keyboard.press('Enter');

  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  const asking = page.getByRole('dialog', { name: 'Sign out and lose unsaved changes?' });
  await expect(asking).toContainText('changes to tables or variables of the dictionary');
  await asking.getByRole('button', { name: 'Stay signed in' }).click();
  await page.getByRole('button', { name: 'Save 1 variable' }).click();
  await expect(page.getByText(/not saved yet/)).toBeHidden();
  await page.reload();
  await expect(cell(page, 'the variable The depth', 'In feet')).toBeVisible();
});

test('a Super User adds a variable to a version and a table to a topic', async ({ page }, {
  project,
}) => {
  const source = `Blood bank ${project.name}`;
  const { add, headers, id } = await describedSource(page, source);
  const types = await page.request.get('/api/v1/data_dictionary/table_types/', { headers });
  const { data } = (await types.json()) as { data: { table_type_id: number }[] };
  const { tbl_id } = await add('table_dd', {
    data_source: id,
    table_type: data[0]!.table_type_id,
    tbl_name: 'donations',
    tbl_description: 'One row a donation',
    icon: 'Bloodtype',
    entity_name: `Donation ${project.name}`,
    publish: true,
  });
  await add('variables_dd', {
    tbl: tbl_id,
    ids_column_name: 'volume',
    var_name: `Volume ${project.name}`,
    data_type: 'Number',
    meaning: 'In millilitres',
    date_introduced: '2026-01-05',
    usage: 'Analytical',
  });
  const { version_id } = await add('version', {
    data_source: id,
    message: 'To be filled',
    variables: [],
  });
  const { topic_id } = await add('topics/create', {
    topic: `Donors ${project.name}`,
    description: 'Who gives blood',
  });
  await signInAs(page, 'Super User');
  const dialog = page.getByRole('dialog');

  await page.goto(`/superuser/data_dictionary/version_variable/${version_id}`);
  await expect(
    page.getByRole('heading', { name: 'Showing Version Variable in the Data Source' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Add Version Variable' }).click();
  await dialog.getByRole('combobox', { name: 'Variable' }).click();
  await page.getByRole('option', { name: `Volume ${project.name}` }).click();
  await dialog.getByRole('button', { name: 'Add Version Variable' }).click();
  await expect(page.getByText('Successfully created a version variable')).toBeVisible();
  await expect(page.getByText('donations.volume')).toBeVisible();
  await page.getByRole('button', { name: /^Delete the variable/ }).click();
  await dialog.getByRole('button', { name: 'Delete this version variable' }).click();
  await expect(page.getByText('No version variables found')).toBeVisible();

  await page.goto(`/superuser/data_dictionary/topic/${topic_id}`);
  await expect(page.getByText('No Table Topics found')).toBeVisible();
  await page.getByRole('button', { name: 'Add Table Topic' }).click();
  await dialog.getByRole('combobox', { name: 'Data Source' }).fill(source);
  await page.getByRole('option', { name: source }).click();
  await dialog.getByRole('combobox', { name: 'Table Name' }).click();
  await page.getByRole('option', { name: 'donations' }).click();
  await dialog.getByRole('button', { name: 'Add Table Topic' }).click();
  await expect(dialog.getByText('Please enter the Position Y.')).toBeVisible();
  await dialog.getByLabel('Position Y').fill('0.5');
  await dialog.getByLabel('Position X').fill('0.5');
  await dialog.getByRole('button', { name: 'Add Table Topic' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('One row a donation').first()).toBeVisible();
  await closeToasts(page);
  if (project.name !== 'desk') return;

  const node = page.getByRole('figure').locator('.react-flow__node');
  await node.scrollIntoViewIfNeeded();
  const at = (await node.boundingBox())!;
  const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 40, y - 30, { steps: 6 });
  await page.mouse.move(x - 80, y - 60, { steps: 6 });
  await page.mouse.up();
  await expect(page.getByText('1 table moved and not saved yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Save positions' }).click();
  await expect(page.getByText('The positions of 1 table were saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('gridcell', { name: '0.5', exact: true })).toHaveCount(0);
});

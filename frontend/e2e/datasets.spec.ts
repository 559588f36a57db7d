import { expect, test } from '@playwright/test';
import { beginSession, closeToasts, expectAccessible } from './aditus';
import { requireAction, submit } from './submissions';

test('a requester adds a dataset with variables', async ({ page, browser }, { project }) => {
  test.setTimeout(240_000);
  const requester = await beginSession(page, 'Data Requester');
  const requestId = await submit(page, requester, `Births by ward, ${project.name}`);
  const variables = page.getByRole('tab', { name: /Variables/ });
  const datasets = page.getByRole('list', { name: 'Requested datasets' });

  // A requester cannot add a dataset until a reviewer asks for it.
  await page.goto(`/requester/singlerequest?request_id=${requestId}`);
  await variables.click();
  await page.getByRole('link', { name: 'Datasets' }).click();
  await expect(datasets.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByText(/once a reviewer has asked for it/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create Dataset' })).toHaveCount(0);

  const desk = await browser.newPage();
  const reviewer = await beginSession(desk, 'Data Access Reviewer');
  await requireAction(desk, reviewer, requestId, [
    'Specify data source (HIS sub-system in question)',
  ]);
  await page.reload();

  // Adds a second dataset of the same source.
  await page.getByRole('button', { name: 'Create Dataset' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create Dataset' }).click();
  await expect(dialog.getByText('Please enter the Dataset Description')).toBeVisible();
  await dialog.getByLabel('Dataset Description').fill('Births of the same years, by ward');
  await dialog.getByRole('button', { name: 'Create Dataset' }).click();
  await expect(dialog).toBeHidden();
  await expect(datasets.getByRole('listitem')).toHaveCount(2);
  await expect(datasets.getByRole('listitem').first()).toContainText('by ward');

  // Adds two variables, one of them with distinct values only.
  await closeToasts(page);
  await datasets
    .getByRole('link', { name: /^Add variables/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Add variables', level: 1 })).toBeVisible();
  const boxes = page.getByRole('checkbox', { name: /^Select (row|[^a])/ });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add 2 variables' }).click();
  await dialog.getByRole('button', { name: 'Add 2 variables' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('In the dataset', { exact: true })).toHaveCount(2);

  await closeToasts(page);
  await page.getByRole('link', { name: 'Datasets' }).click();
  await expect(datasets.getByRole('listitem').first()).toContainText('2 variables');
  await datasets
    .getByRole('link', { name: /^View variables/ })
    .first()
    .click();
  const distinct = page.getByRole('switch', { name: /^Distinct values only/ });
  await expect(distinct).toHaveCount(2);
  await distinct.first().click();
  await expect(distinct.first()).toBeChecked();

  // Removes a variable and resolves the comment.
  await closeToasts(page);
  await boxes.nth(1).check();
  await page.getByRole('button', { name: 'Remove 1 variable' }).click();
  await dialog.getByRole('button', { name: 'Remove and mark as resolved' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/once a reviewer has asked for it/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);

  // The custodian sees the remaining variable in the preview.
  const office = await browser.newContext();
  const custodian = await office.newPage();
  await beginSession(custodian, 'Data Custodian');
  await custodian.goto(`/datarequest/preview?request_id=${requestId}`);
  await expect(custodian.getByText('distinct values only')).toBeVisible();
  await office.close();
  await desk.close();
});

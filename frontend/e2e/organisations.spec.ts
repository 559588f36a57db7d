import { expect, test, type Page } from '@playwright/test';
import { navigateInApp, signInAs } from './aditus';

/** Returns a name that no other test and no other width uses. */
const nameAt = (project: string) => `Fenwick Clinic ${project}`;

async function addOrganisation(page: Page, name: string, domain: string): Promise<void> {
  await navigateInApp(page, '/superuser/organisation');
  await page.getByRole('button', { name: 'Add Organisation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Organisation' });
  const submit = dialog.getByRole('button', { name: 'Add Organisation' });
  await submit.click();
  await expect(page.getByText('Please enter name')).toBeVisible();
  await expect(dialog.getByText('Organisation abbreviation is required.')).toBeVisible();
  await dialog.getByLabel('Organisation Name').fill('halden UNIVERSITY');
  await dialog.getByLabel('Organisation Domain').fill(domain);
  await dialog.getByLabel('Organisation Description').fill('A clinic in the fens.');
  await dialog.getByLabel('Organisation Country').fill('Halvania');
  await submit.click();
  await expect(dialog.getByText('An organisation with this name already exists.')).toBeVisible();
  // Chromium calls the listeners of Back in another order than the component tests.
  await page.evaluate(() => history.back());
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByLabel('Organisation Name').fill(name);
  await expect(dialog.getByLabel('Organisation Description')).toHaveValue('A clinic in the fens.');
  await submit.click();
  await expect(dialog).toBeHidden();
}

test('a Super User adds an organisation and decides which roles it offers @phone', async ({
  page,
}, { project }) => {
  const name = nameAt(project.name);
  await signInAs(page, 'Super User');
  await addOrganisation(page, name, `${project.name}.fenwick.example`);
  await page.getByLabel('Keyword Search').fill(`${project.name}.fenwick`);
  await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(1);

  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const editing = page.getByRole('dialog', { name: `Edit ${name}` });
  await editing.getByLabel('Organisation Abbreviation').fill('FC');
  await editing.getByRole('button', { name: 'Save Organisation' }).click();
  await expect(editing).toBeHidden();
  await expect(page.getByText('FC', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: `Users and roles of ${name}` }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

  await page.goto('/superuser/organisation-roles');
  await page.getByRole('button', { name: 'Assign Organisation Role' }).click();
  const offering = page.getByRole('dialog', { name: 'Assign Organisation Role' });
  await offering.getByRole('combobox', { name: 'Organisation' }).fill(name);
  await page.getByRole('option', { name }).click();
  await offering.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Data Analyst' }).click();
  await offering.getByRole('button', { name: 'Assign Organisation Role' }).click();
  await expect(offering).toBeHidden();

  await page.getByLabel('Keyword Search').fill(name);
  await page.getByRole('button', { name: `Deactivate Data Analyst of ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Deactivate Data Analyst of ${name}` });
  await dialog.getByRole('button', { name: 'Deactivate this role' }).click();
  await expect(dialog.getByText('Please enter the reason.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('The contract has ended.');
  await dialog.getByRole('button', { name: 'Deactivate this role' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Organisation Role Status Updated Successfully')).toBeVisible();
  await expect(page.getByText('The contract has ended.')).toBeVisible();

  await page.getByRole('button', { name: `Activate Data Analyst of ${name}` }).click();
  const again = page.getByRole('dialog', { name: `Activate Data Analyst of ${name}` });
  await expect(again.getByRole('list', { name: 'History' }).getByRole('listitem')).toHaveCount(2);
  await again.getByLabel('Reason').fill('There is a new one.');
  await again.getByRole('button', { name: 'Activate this role' }).click();
  await expect(
    page.getByRole('button', { name: `Deactivate Data Analyst of ${name}` }),
  ).toBeVisible();

  // The signed-in account is the last one with the role Super User.
  await page.getByLabel('Keyword Search').fill('Super User');
  await page.getByRole('button', { name: /^Deactivate Super User of / }).click();
  const last = page.getByRole('dialog', { name: /^Deactivate Super User of / });
  await last.getByLabel('Reason').fill('By mistake');
  await last.getByRole('button', { name: 'Deactivate this role' }).click();
  await expect(
    last.getByText("You can't remove the last Super User. Appoint another Super User first."),
  ).toBeVisible();
});

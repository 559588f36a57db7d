import { expect, test, type Page } from '@playwright/test';
import { beginSession, chooseRowAction, enterPassword } from './aditus';

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
  // The closing list would take the click that opens the next one.
  await expect(page.getByRole('listbox')).toHaveCount(0);
}

async function addStage(page: Page, activity: string, type: string, order: string, y: string) {
  await page.getByRole('button', { name: 'Add Stage', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Stage Details' });
  await choose(page, 'Role', type === 'Junction' ? 'Data Officer' : 'Data Requester');
  await choose(page, 'Stage Type', type);
  await choose(page, 'Stage Order', order);
  await dialog.getByLabel('Stage Activity').fill(activity);
  await choose(page, 'Branch Level', 'Zero');
  await dialog.getByLabel('Position X').fill('0.3');
  await dialog.getByLabel('Position Y').fill(y);
  await dialog.getByRole('combobox', { name: 'Icon' }).fill('Gavel');
  await page.getByRole('option', { name: 'Gavel' }).click();
  await dialog.getByRole('button', { name: 'Add Stage' }).click();
  await expect(dialog).toBeHidden();
}

async function addLink(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Next Stage' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Next Stage' });
  await choose(page, 'Current Stage', new RegExp(`^${from} `));
  await choose(page, 'Next Stage', new RegExp(`^${to} `));
  await dialog.getByRole('button', { name: 'Add Next Stage' }).click();
  await expect(dialog).toBeHidden();
}

/** Activates or deactivates the procedure in its dialog, saves, and returns the dialog. */
async function setActive(page: Page, name: string, active: 'Yes' | 'No') {
  await page.goto(`/superuser/approval_procedure?search=${name}`);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Approval Procedure' });
  await choose(page, 'Is Active', active);
  await dialog.getByRole('button', { name: 'Save Approval Procedure' }).click();
  return dialog;
}

test('a procedure is built, checked and activated, and refuses changes while it is active', async ({
  page,
}, { project }) => {
  const name = `Track of the ${project.name}`;
  await beginSession(page, 'Super User');
  await page.goto('/superuser/approval_procedure');
  await expect(page.getByText('Default procedure', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Stage Type' }).click();
  await expect(page.getByText('Terminal', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Approval Procedure' }).click();

  await page.getByRole('button', { name: 'Add Approval Procedure' }).click();
  const adding = page.getByRole('dialog', { name: 'Add Approval Procedure' });
  await adding.getByLabel('Approval Procedure Name').fill(name);
  await adding.getByLabel('Description').fill('For requests without personal data.');
  await adding.getByRole('button', { name: 'Add Approval Procedure' }).click();
  await expect(adding).toBeHidden();

  const refused = await setActive(page, name, 'Yes');
  await expect(refused.getByRole('list', { name: 'Faults' }).getByRole('listitem')).toHaveCount(2);
  await refused.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('link', { name: `View Approval Procedure ${name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('No Approval Procedure information found')).toBeVisible();
  await page.getByRole('button', { name: 'List view' }).click();
  await addStage(page, 'Created', 'Initial', 'One', '0.1');
  await addStage(page, 'Release', 'Junction', 'Two', '0.5');
  await addStage(page, 'Feedback', 'Terminal', 'Three', '0.9');
  await page.getByRole('tab', { name: 'Next Stage' }).click();
  await addLink(page, 'Created', 'Release');
  await addLink(page, 'Release', 'Feedback');
  await page.getByRole('button', { name: 'Drawing', exact: true }).click();
  const outline = page.getByRole('list', { name: 'Stages in order' });
  for (const link of ['Created, then Release', 'Release, then Feedback']) {
    await expect(outline.getByRole('button', { name: link })).toBeVisible();
  }
  const figure = page.getByRole('figure', { name: 'Drawing' });
  await expect(figure.locator('.react-flow__edge')).toHaveCount(2);
  await expect(page.getByRole('list', { name: 'Faults' })).toHaveCount(0);

  // Activation needs the password. Without it, the procedure and the form do not change.
  const activating = await setActive(page, name, 'Yes');
  const prompt = page.getByRole('dialog', { name: 'Enter your password' });
  await expect(prompt).toBeVisible();
  await prompt.getByRole('button', { name: 'Cancel' }).click();
  await expect(activating.getByText('Enter your password to continue.')).toBeVisible();
  await expect(activating.getByRole('combobox', { name: 'Is Active' })).toHaveText('Yes');
  await activating.getByRole('button', { name: 'Save Approval Procedure' }).click();
  await enterPassword(page);
  await expect(activating).toBeHidden();
  await page.getByRole('link', { name: `View Approval Procedure ${name}` }).click();
  await page.getByRole('button', { name: 'List view' }).click();
  await page.getByRole('tab', { name: 'Next Stage' }).click();
  await chooseRowAction(page, 'Created to Release', 'Delete');
  const deleting = page.getByRole('dialog');
  await deleting.getByRole('button', { name: 'Delete this link' }).click();
  await expect(deleting.getByText('Deactivate it first.')).toBeVisible();
});

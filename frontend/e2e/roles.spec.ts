import { expect, test, type Page } from '@playwright/test';
import { beginSession, expectAccessible, fillSignIn } from './aditus';
import { expectMenu } from './menu';
import { assignRole, register, type Newcomer } from './people';

const APPROVER = 'Data Security Approver';
const ANALYST = 'Data Analyst';

const approverMenu = [
  '/securityapprover/home Home',
  '/notifications Notifications',
  '/documents Documents',
  '/datarequests Data Requests',
  '/datarequest/feedback View Feedback',
  '/contact-us Contact Us',
];
const analystMenu = [
  '/analyst/home Home',
  '/notifications Notifications',
  '/analyst/dqafilter Data Quality Assessment',
  '/documents Documents',
  '/contact-us Contact Us',
];

/** Assigns both roles and signs in. The session starts as the approver, who is first by rank. */
async function signInWithBoth(page: Page, person: Newcomer): Promise<void> {
  await assignRole(page, person, ANALYST);
  await assignRole(page, person, APPROVER);
  await page.goto('/login');
  await fillSignIn(page, person.email, person.password);
  await page.waitForURL('**/securityapprover/home');
}

async function switchTo(page: Page, role: string): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page
    .getByRole('menu', { name: 'Switch Role' })
    .getByRole('menuitemradio', { name: role })
    .click();
  await expect(page.getByTestId('active-role')).toHaveText(role);
}

test('switching the role changes the home page, the menu and the screens', async ({ page }, {
  project,
}) => {
  const person = await register(page, 'doubleHatted', project.name, 'provider');
  await signInWithBoth(page, person);
  await expectMenu(page, approverMenu);
  await page.getByRole('button', { name: 'Your account' }).click();
  const roles = page.getByRole('menu', { name: 'Switch Role' }).getByRole('menuitemradio');
  await expect(roles).toHaveText([new RegExp(APPROVER), new RegExp(ANALYST)]);
  await expect(roles.nth(0)).toBeChecked();
  await expect(roles.nth(1)).not.toBeChecked();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await switchTo(page, ANALYST);
  await page.waitForURL('**/analyst/home');
  await expectMenu(page, analystMenu);
  await page.goto('/datarequests');
  await expect(page.getByRole('heading', { name: '404 Page not found!' })).toBeVisible();
  await expect(page.getByTestId('active-role')).toHaveText(ANALYST);
  await page.getByRole('link', { name: 'BACK TO HOME' }).click();
  await page.waitForURL('**/analyst/home');
  await page.reload();
  await expect(page.getByTestId('active-role')).toHaveText(ANALYST);
  await expect(page).toHaveURL(/\/analyst\/home$/);

  await switchTo(page, APPROVER);
  await page.waitForURL('**/securityapprover/home');
  await page.goto('/datarequests');
  await expect(page.getByRole('heading', { name: 'Data Requests' })).toBeVisible();
});

/** Changes the status of a person's role, as the Admin (3 §2.3). */
async function withdraw(page: Page, { email, name }: Newcomer, role: string, status: string) {
  await page.goto('/admin/user_assigned_roles');
  await page.getByLabel('Keyword Search').fill(email);
  // The rows move until only this person is listed, and a click may miss.
  const ofOthers = new RegExp(`^Change the status of (?!.* of ${name}$)`);
  await expect(page.getByRole('button', { name: ofOthers })).toHaveCount(0);
  const button = page.getByRole('button', { name: `Change the status of ${role} of ${name}` });
  await expect(button).toHaveCount(1);
  await button.click();
  const dialog = page.getByRole('dialog', { name: `${role} of ${name}` });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Save the status' }).click();
  await expect(page.getByText('Please select a valid status').first()).toBeVisible();
  await dialog.getByLabel('Role Status').click();
  await page.getByRole('option', { name: status }).click();
  await dialog.getByLabel('Reason (optional)').fill('The contract has ended.');
  await dialog.getByRole('button', { name: 'Save the status' }).click();
  await expect(dialog).toBeHidden();
}

test('losing the role in use shows a message at once and switches to another role', async ({
  page,
  browser,
}, { project }) => {
  const person = await register(page, 'dismissed', project.name, 'provider');
  await signInWithBoth(page, person);
  await page.goto('/datarequests');
  await expect(page.getByRole('heading', { name: 'Data Requests' })).toBeVisible();
  const context = await browser.newContext({ viewport: page.viewportSize() });
  const office = await context.newPage();
  await beginSession(office, 'Admin');

  // Waits for both at once: the message disappears after five seconds, and comes while the Admin's
  // screen still closes its dialog.
  await Promise.all([
    expect(
      page.getByText(
        `Your role ${APPROVER} can no longer be used. You are now working as ${ANALYST}.`,
      ),
    ).toBeVisible({ timeout: 60_000 }),
    withdraw(office, person, APPROVER, 'Deactivated'),
  ]);
  await page.waitForURL('**/analyst/home');
  await expect(page.getByTestId('active-role')).toHaveText(ANALYST);
  await expectMenu(page, analystMenu);
  await page.goto('/datarequests');
  await expect(page.getByRole('heading', { name: '404 Page not found!' })).toBeVisible();

  await Promise.all([
    expect(
      page.getByText(`Your role ${ANALYST} can no longer be used. You can request another one.`),
    ).toBeVisible({ timeout: 60_000 }),
    withdraw(office, person, ANALYST, 'Revoked'),
  ]);
  await page.waitForURL('**/orguser/requestRole');
  await expect(page.getByTestId('active-role')).toHaveText('Org User');
  const own = page.getByRole('list', { name: 'My roles', exact: true });
  await own.getByText(`History of ${APPROVER}`).click();
  const history = page.getByRole('list', { name: `History of ${APPROVER}` });
  await expect(history.getByRole('listitem').first()).toContainText('The contract has ended.');
  await expectAccessible(page);
});

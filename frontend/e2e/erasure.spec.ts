import { expect, test } from '@playwright/test';
import { PASSWORD, beginSession, chooseRowAction, expectAccessible } from './aditus';
import { becomeRequester, register, revokeRole } from './people';
import { decideByCall, submit } from './submissions';

const REVIEWER = 'Data Access Reviewer';
const BECOMES = 'Erased person';

test('an account is erased once nothing is pending, and its requests remain', async ({
  page,
  browser,
}, { project }) => {
  const person = await register(page, 'leaver', project.name, 'elsewhere');
  const own = await becomeRequester(page, person);
  const title = `Dust storms by week, ${project.name}`;
  const request = await submit(page, own, title);

  await beginSession(page, 'Super User');
  await page.goto('/superuser/organisation');
  await page.getByRole('link', { name: 'Users and roles of Data Requester', exact: true }).click();
  // The list of organisations, which is shown until then, has a search field as well.
  await expect(page.getByRole('heading', { name: 'Data Requester', level: 1 })).toBeVisible();
  await page.getByLabel('Keyword Search').fill(person.email);
  const actions = page.getByRole('button', { name: /^Actions for/ });
  await expect(actions).toHaveCount(1);
  await chooseRowAction(page, person.name, 'Erase…');
  const dialog = page.getByRole('dialog', { name: `Erase the account of ${person.name}` });
  await expect(dialog.getByText('This account cannot be erased yet. First:')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByRole('button', { name: 'Erase this account' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(actions).toBeFocused();

  await decideByCall(page, REVIEWER, request, false);
  await revokeRole(page, person);
  await chooseRowAction(page, person.name, 'Erase…');
  await expect(dialog.getByText('It cannot be undone.')).toBeVisible();
  // Uses the keyboard alone from here. The first error is about the first field.
  await expect(dialog.getByLabel('Who asked, and when')).toBeFocused();
  await expect(async () => {
    // Headless Chromium sometimes drops a key while the dialog is being drawn, and the page gets no
    // event.
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Enter who asked for it, and when')).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
  await page.keyboard.type('By letter of 3 May, file 7/12');
  await page.keyboard.press('Tab');
  await page.keyboard.type('somebody.else@health-data.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/^This is not the email address of the account/)).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
  // A click beside the dialog keeps the entered values.
  await page.mouse.click(5, 5);
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('Who asked, and when')).toHaveValue(
    'By letter of 3 May, file 7/12',
  );
  const confirmation = dialog.getByLabel('The email address of this account');
  await expect(confirmation).toHaveValue('somebody.else@health-data.example');
  await confirmation.fill(person.email);
  await dialog.getByRole('button', { name: 'Erase this account' }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('The account was erased.').first()).toBeVisible();
  // The same search no longer finds the person.
  await expect(page.getByText('No Organisation Users found.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filter' }).click();
  await expect(page.getByText(BECOMES).first()).toBeVisible();
  const call = await page.request.get('/api/v1/users/detailuser/', { headers: own });
  expect(call.status()).toBe(401);

  const reviewer = await browser.newPage({ viewport: page.viewportSize() });
  await beginSession(reviewer, REVIEWER);
  for (const path of [
    `/datarequest?request_id=${request}`,
    `/datarequest/track?request_id=${request}`,
    `/datarequest/preview?request_id=${request}`,
  ]) {
    await reviewer.goto(path);
    await expect(reviewer.getByText(title).first()).toBeVisible();
    await expect(reviewer.getByText(/Wanda|Ostrom/)).toHaveCount(0);
  }
});

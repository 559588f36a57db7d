import { expect, test, type Page } from '@playwright/test';
import { emailOf, fillSignIn, waitUntilRunning, signInAs, signOut } from './aditus';

const DAY = 24 * 60 * 60 * 1000;

interface Kept {
  owner: number;
  /** Days since the text was changed. Undefined if the device stores no date. */
  age?: number;
}

/** Stores an unsaved draft on the device as the wizard does. */
async function keepOnDevice(page: Page, { owner, age }: Kept): Promise<void> {
  await page.evaluate(
    ([userId, keptOn]) => {
      localStorage.setItem(`aditus.kept.${userId}.requestDraft`, '{"reached":2}');
      if (keptOn !== null) {
        localStorage.setItem(`aditus.kept.${userId}.changedOn`, JSON.stringify(keptOn));
      }
    },
    [owner, age === undefined ? null : Date.now() - age * DAY] as const,
  );
}

/** Returns the ids of the users with an unsaved draft on the device. */
const found = (page: Page) =>
  page.evaluate(() => {
    const owners = Object.keys(localStorage).map(
      (key) => /^aditus\.kept\.(\d+)\.requestDraft/.exec(key)?.[1],
    );
    return [...new Set(owners.filter(Boolean))].map(Number).sort();
  });

const signedInUser = (page: Page) =>
  page.evaluate(
    () =>
      (JSON.parse(sessionStorage.getItem('aditus.session')!) as { user: { user_id: number } }).user
        .user_id,
  );

test('unsaved drafts on the device expire after a week, for every user', async ({ page }) => {
  await page.goto('/robots.txt');
  await keepOnDevice(page, { owner: 901, age: 6.9 });
  await keepOnDevice(page, { owner: 902, age: 7.1 });
  await keepOnDevice(page, { owner: 903 });
  await page.goto('/home');
  await expect.poll(() => found(page)).toEqual([901, 903]);
});

test('unsaved drafts survive the end of a session, but not a sign-out', async ({ page }) => {
  await signInAs(page, 'Data Analyst');
  const own = await signedInUser(page);
  await keepOnDevice(page, { owner: own, age: 0 });
  await keepOnDevice(page, { owner: 901, age: 0 });
  await page.reload();
  // Ends the session on the server alone.
  const token = await page.evaluate(
    () => (JSON.parse(sessionStorage.getItem('aditus.session')!) as { token: string }).token,
  );
  await page.request.post('/api/v1/users/signout', {
    headers: { Authorization: `Token ${token}` },
  });
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  expect(await found(page)).toEqual([own, 901].sort());

  await page.goto('/login');
  await fillSignIn(page, emailOf('Data Analyst'));
  await page.waitForURL('**/analyst/home');
  await signOut(page);
  await expect.poll(() => found(page)).toEqual([901]);
});

test('an unfinished registration is hidden from the next user of the tab', async ({ page }) => {
  const begun = async () => {
    await page.goto('/home');
    await waitUntilRunning(page);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign Up' }).click();
    return page.getByRole('dialog', { name: 'Sign Up' }).getByLabel('First Name');
  };
  await (await begun()).fill('Ottilie');
  await expect(await begun()).toHaveValue('Ottilie');
  await page.goto('/login');
  await fillSignIn(page, emailOf('Data Analyst'));
  await page.waitForURL('**/analyst/home');
  await signOut(page);
  await expect(await begun()).toHaveValue('');
});

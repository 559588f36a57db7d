import { expect, test, type Page } from '@playwright/test';
import { emailOf, fillSignIn, signInAs, signOut } from './aditus';

const DAY = 24 * 60 * 60 * 1000;

interface Kept {
  owner: number;
  /** Days since the file was chosen and the text was changed; undefined for what does not say. */
  age?: number;
}

/** Puts a text and a file on the device as the wizard does. */
async function keepOnDevice(page: Page, { owner, age }: Kept): Promise<void> {
  await page.evaluate(
    async ([userId, keptOn]) => {
      localStorage.setItem(`aditus.kept.${userId}.requestDraft`, '{"reached":2}');
      if (keptOn !== null) {
        localStorage.setItem(`aditus.kept.${userId}.changedOn`, JSON.stringify(keptOn));
      }
      const file = { mime: 'application/pdf', data: 'JVBERi0=', name: 'passport.pdf', size: 5 };
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('aditus', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('files');
        opening.onerror = () => reject(opening.error!);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('files', 'readwrite');
          const value = keptOn === null ? file : { ...file, keptOn };
          transaction.objectStore('files').put(value, `${userId}/staff/one`);
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      });
    },
    [owner, age === undefined ? null : Date.now() - age * DAY] as const,
  );
}

/** Whose texts and files lie on the device. */
const found = (page: Page) =>
  page.evaluate(async () => {
    const owners = (keys: string[], form: RegExp) =>
      [...new Set(keys.map((key) => form.exec(key)?.[1]).filter(Boolean))].map(Number).sort();
    const files = await new Promise<string[]>((resolve, reject) => {
      const opening = indexedDB.open('aditus', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('files');
      opening.onerror = () => reject(opening.error!);
      opening.onsuccess = () => {
        const asked = opening.result.transaction('files').objectStore('files').getAllKeys();
        asked.onsuccess = () => {
          opening.result.close();
          resolve(asked.result as string[]);
        };
      };
    });
    return {
      texts: owners(Object.keys(localStorage), /^aditus\.kept\.(\d+)\.requestDraft/),
      files: owners(files, /^(\d+)\//),
    };
  });

const signedInUser = (page: Page) =>
  page.evaluate(
    () =>
      (JSON.parse(sessionStorage.getItem('aditus.session')!) as { user: { user_id: number } }).user
        .user_id,
  );

test('what was left unfinished goes after a week, whoever left it', async ({ page }) => {
  await page.goto('/robots.txt');
  await keepOnDevice(page, { owner: 901, age: 6.9 });
  await keepOnDevice(page, { owner: 902, age: 7.1 });
  await keepOnDevice(page, { owner: 903 });
  await page.goto('/home');
  await expect.poll(() => found(page)).toEqual({ texts: [901, 903], files: [901, 903] });
});

test('files go with the session however it ends, and all goes at sign-out', async ({ page }) => {
  await signInAs(page, 'Data Analyst');
  const own = await signedInUser(page);
  await keepOnDevice(page, { owner: own, age: 0 });
  await keepOnDevice(page, { owner: 901, age: 0 });
  await page.reload();
  expect(await found(page)).toEqual({ texts: [own, 901].sort(), files: [own, 901].sort() });
  // The server no longer knows the session.
  const token = await page.evaluate(
    () => (JSON.parse(sessionStorage.getItem('aditus.session')!) as { token: string }).token,
  );
  await page.request.post('/api/v1/users/signout', {
    headers: { Authorization: `Token ${token}` },
  });
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  await expect.poll(() => found(page)).toEqual({ texts: [own, 901].sort(), files: [901] });

  await page.goto('/login');
  await fillSignIn(page, emailOf('Data Analyst'));
  await page.waitForURL('**/analyst/home');
  await keepOnDevice(page, { owner: own, age: 0 });
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Log out and delete it' }).click();
  await page.waitForURL('**/home');
  await expect.poll(() => found(page)).toEqual({ texts: [901], files: [901] });
});

test('an unfinished registration is not for the next visitor of the tab', async ({ page }) => {
  const begun = async () => {
    await page.goto('/home');
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

import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import {
  beginSession,
  chooseRowAction,
  enterPassword,
  expectAccessible,
  fillSignIn,
  signOut,
  submitPassword,
} from './aditus';
import { longDay } from './deadlines';
import { assignRole, organisationId, register, type Newcomer } from './people';
import { TimedServer } from './timedServer';
import { totp } from './totp';

const HOME = '**/accessreviewer/home';
const SECURITY = '/profile?section=security';
/** A well-formed recovery code that no account has. */
const UNKNOWN_CODE = 'ABCDE-FGHJK';

type Owner = Pick<Newcomer, 'email' | 'password'>;

interface Factor {
  secret: string;
  codes: string[];
}

/** Sets up an authenticator app on the profile. Returns its secret and the downloaded codes. */
async function setUp(page: Page, person: Newcomer): Promise<Factor> {
  await page.goto(SECURITY);
  await page.getByRole('button', { name: 'Set up an app' }).click();
  await enterPassword(page, person.password);
  const dialog = page.getByRole('dialog', { name: 'Set up your authenticator app' });
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  const secret = await dialog.locator('code').innerText();
  const field = dialog.getByRole('textbox', { name: /^Code/ });
  await dialog.getByRole('button', { name: 'Confirm the app' }).click();
  await expect(dialog.getByText('The code is required')).toBeVisible();
  await field.fill(totp(secret, 100));
  await dialog.getByRole('button', { name: 'Confirm the app' }).click();
  await expect(dialog.getByText(/^This code is wrong\. Check that the time/)).toBeVisible();
  await field.fill(totp(secret));
  await dialog.getByRole('button', { name: 'Confirm the app' }).click();

  const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
  const listed = shown.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(listed).toHaveCount(10);
  const codes = await listed.allInnerTexts();
  const started = page.waitForEvent('download');
  await shown.getByRole('button', { name: 'Download the recovery codes' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe('aditus-recovery-codes.txt');
  const file = await readFile(await download.path(), 'utf8');
  expect(file).toContain(person.email);
  for (const code of codes) expect(file).toContain(code);
  await shown.getByRole('button', { name: 'Close' }).click();
  await expect(shown.getByText(/^Save the codes first\./)).toBeVisible();
  await expectAccessible(page);
  await shown.getByRole('checkbox', { name: 'I have saved them' }).check();
  await shown.getByRole('button', { name: 'Close' }).click();
  await expect(shown).toBeHidden();
  await expect(page.getByText(/^10 codes left, made on/)).toBeVisible();
  await expectAccessible(page);
  return { secret, codes };
}

/** Enters the password, and waits for the step with the code. */
async function enterFirstProof(page: Page, { email, password }: Owner) {
  await page.goto('/login');
  const dialog = await submitPassword(page, email, password);
  const field = dialog.getByRole('textbox', { name: /^Code/ });
  await expect(field).toBeFocused();
  return { dialog, field };
}

async function signInByApp(page: Page, person: Newcomer, secret: string): Promise<void> {
  const { dialog, field } = await enterFirstProof(page, person);
  await expectAccessible(page);
  await field.fill(UNKNOWN_CODE);
  await field.press('Enter');
  await expect(dialog.getByText('This code is wrong. You can try 4 more times.')).toBeVisible();
  await expect(field).toBeFocused();
  // The code of the setup was used. The server also accepts the next one, as clocks differ.
  await field.fill(totp(secret, 1));
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL(HOME);
}

/** Signs in with the keyboard alone. */
async function signInByRecoveryCode(page: Page, person: Newcomer, code: string): Promise<void> {
  await page.goto('/login');
  const dialog = page.getByRole('dialog', { name: 'Sign In' });
  await expect(dialog.getByLabel('Email or phone')).toBeFocused();
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: /^Code/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Use a recovery code' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Recovery code' })).toBeFocused();
  await page.keyboard.type(code.toLowerCase().replace('-', ''));
  await page.keyboard.press('Enter');
  await page.waitForURL(HOME);
  await page.goto(SECURITY);
  await expect(page.getByText(/^9 codes left, made on/)).toBeVisible();
}

/** Resets the second factor of this person as a Super User. */
async function reset(page: Page, person: Newcomer): Promise<void> {
  await beginSession(page, 'Super User');
  const orgId = await organisationId(page, 'health-data.example');
  await page.goto(`/superuser/organisation?org_id=${orgId}`);
  await page.getByLabel('Keyword Search').fill(person.email);
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(1);
  await chooseRowAction(page, person.name, 'Reset second factor…');
  const dialog = page.getByRole('dialog', { name: `Reset the second factor of ${person.name}` });
  await expect(dialog.getByText(/is signed out everywhere, and gets an email/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Reset the second factor' }).click();
  await enterPassword(page);
  await expect(dialog).toBeHidden();
  await expect(page.getByText('The second factor was reset.').first()).toBeVisible();

  // There is none to reset now.
  await chooseRowAction(page, person.name, 'Reset second factor…');
  await dialog.getByRole('button', { name: 'Reset the second factor' }).click();
  await expect(dialog.getByText(/no second factor/)).toBeVisible();
}

test('a reviewer signs in with an authenticator app, and a Super User resets it @phone', async ({
  page,
  browser,
}, { project }) => {
  const person = await register(page, 'guarded', project.name, 'provider');
  await assignRole(page, person, 'Data Access Reviewer');
  await page.goto('/login');
  await fillSignIn(page, person.email, person.password);
  await page.waitForURL(HOME);

  const { secret, codes } = await test.step('set up the app', () => setUp(page, person));
  await signOut(page);
  await test.step('sign in with a code of the app', () => signInByApp(page, person, secret));
  await signOut(page);
  await test.step('sign in with a recovery code', () =>
    signInByRecoveryCode(page, person, codes[0]!));
  const token = await page.evaluate(
    () => (JSON.parse(sessionStorage.getItem('aditus.session')!) as { token: string }).token,
  );

  await test.step('a Super User resets the second factor', async () => {
    const superUser = await browser.newPage({ viewport: page.viewportSize() });
    await reset(superUser, person);
  });
  const call = await page.request.get('/api/v1/users/detailuser/', {
    headers: { Authorization: `Token ${token}` },
  });
  expect(call.status()).toBe(401);
  const elsewhere = await browser.newPage({ viewport: page.viewportSize() });
  await elsewhere.goto('/login');
  await fillSignIn(elsewhere, person.email, person.password);
  await elsewhere.waitForURL(HOME);
  await elsewhere.goto(SECURITY);
  await expect(elsewhere.getByRole('button', { name: 'Set up an app' })).toBeVisible();
});

/** Enters the password of a person who has to set up a second factor now. */
async function beginSetUp(page: Page, { email, password }: Owner): Promise<Locator> {
  await page.goto('/login');
  const dialog = await submitPassword(page, email, password);
  await expect(dialog.getByText(/^Your role needs a second factor\./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Set up your app' }).click();
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
  return dialog;
}

test('after fourteen days of grace, a Super User sets up a second factor at the sign-in', async ({
  browser,
}) => {
  const today = new Date();
  const [year, month, date] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  const morning = (days: number) => new Date(Date.UTC(year, month, date + 1 + days, 9));
  const owner = { email: 'ada@health-data.example', password: 'Marble-Tram-Ferry-58!' };
  const server = new TimedServer();
  try {
    server.moveTo(morning(0));
    const names = ['--fname', 'Ada', '--sname', 'Okello', '--phone', '+12125550100'];
    server.run(['create-super-user', '--email', owner.email, ...names], {
      ADITUS_NEW_PASSWORD: owner.password,
    });
    await server.start();
    const page = await browser.newPage({ baseURL: server.address });
    await page.goto('/login');
    await fillSignIn(page, owner.email, owner.password);
    await page.waitForURL('**/superuser/home');
    await page.goto(SECURITY);
    await expect(page.getByText(`from ${longDay(morning(14))} on`)).toBeVisible();
    await signOut(page);

    server.moveTo(morning(15));
    await beginSetUp(page, owner);
    await expectAccessible(page);
    expect(await page.evaluate(() => sessionStorage.getItem('aditus.session'))).toBeNull();
    // Who leaves now begins again.
    const dialog = await beginSetUp(page, owner);
    const secret = await dialog.locator('code').innerText();
    const field = dialog.getByRole('textbox', { name: /^Code/ });
    await field.fill(totp(secret, server.secondsAhead / 30));
    await field.press('Enter');
    const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    const [first] = await codes.allInnerTexts();
    await dialog.getByRole('checkbox', { name: 'I have saved them' }).check();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/superuser/home');
    await signOut(page);

    const { dialog: again } = await enterFirstProof(page, owner);
    await again.getByRole('button', { name: 'Use a recovery code' }).click();
    await again.getByRole('textbox', { name: 'Recovery code' }).fill(first!);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/superuser/home');
  } finally {
    await server.remove();
  }
});

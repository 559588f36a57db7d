import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { expect, test, type Browser, type Page, type ViewportSize } from '@playwright/test';
import {
  closeToasts,
  createSession,
  emailOf,
  enterPassword,
  expectAccessible,
  fillSignIn,
  openPendingRequest,
  submitPassword,
  signOut,
} from './aditus';
import { Authenticator } from './authenticator';
import { mails } from './mails';
import { Server } from './server';
import { verifySignedDecision } from './signedDecision';
import { submit } from './submissions';

const REVIEWER = 'Data Access Reviewer';
const APPROVER = 'Data Access Approver';
const HOME = '**/accessreviewer/home';
const SECURITY = '/profile?section=security';
const NAME = 'Work laptop';

/** The host to which the passkeys of the test belong. An IP address has none. */
const hostOf = (address: string) => address.replace('127.0.0.1', 'localhost');

const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign In' });
const passkeySection = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

const sessionOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('aditus.session')!);

async function openBrowser(
  browser: Browser,
  origin: string,
  viewport: ViewportSize | null,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, viewport });
  return context.newPage();
}

async function signInByPassword(page: Page, role: string): Promise<void> {
  await page.goto('/login');
  await fillSignIn(page, emailOf(role));
  await page.waitForURL(/\/[a-z]+\/home$/);
}

/** Adds the first passkey of the account on the profile, with its recovery codes. */
async function addPasskey(page: Page, authenticator: Authenticator): Promise<void> {
  await page.goto(SECURITY);
  await passkeySection(page).getByRole('button', { name: 'Add a passkey' }).click();
  await enterPassword(page);
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  const field = dialog.getByRole('textbox', { name: 'Name of the passkey' });
  await expect(field).toBeFocused();
  await dialog.getByRole('button', { name: 'Add the passkey' }).click();
  await expect(dialog.getByText('The name is required')).toBeVisible();
  await expectAccessible(page);
  await field.fill(NAME);
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
  await authenticator.agreeDuring(async () => {
    await dialog.getByRole('button', { name: 'Add the passkey' }).click();
    await expect(shown).toBeVisible();
  });
  const listed = shown.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(listed).toHaveCount(10);
  await shown.getByRole('checkbox', { name: 'I have saved them' }).check();
  await shown.getByRole('button', { name: 'Close' }).click();
  await expect(shown).toBeHidden();
  await expect(passkeySection(page).getByText(NAME, { exact: true })).toBeVisible();
  await expect(passkeySection(page).getByText(/^Added on .*, not used yet$/)).toBeVisible();
  await expect(page.getByText(/^10 codes left, made on/)).toBeVisible();
  expect(await authenticator.passkeys()).toHaveLength(1);
}

/** Signs in with the passkey alone, by the keyboard alone. */
async function signInByPasskey(page: Page, authenticator: Authenticator): Promise<void> {
  await page.goto('/login');
  await expect(signInDialog(page).getByLabel('Email or phone')).toBeFocused();
  const button = signInDialog(page).getByRole('button', { name: 'Sign in with a passkey' });
  await expect(button).toBeEnabled();
  const isThere = () => button.evaluate((element) => element === document.activeElement);
  for (let steps = 0; steps < 20 && !(await isThere()); steps += 1)
    await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await authenticator.agreeDuring(async () => {
    await page.keyboard.press('Enter');
    await page.waitForURL(HOME);
  });
}

/** Signs in with the password, and then with the passkey as the second factor. */
async function signInByBoth(page: Page, authenticator: Authenticator): Promise<void> {
  await page.goto('/login');
  const dialog = signInDialog(page);
  const alone = dialog.getByRole('button', { name: 'Sign in with a passkey' });
  await expect(alone).toHaveAccessibleDescription('Used last time');
  await submitPassword(page, emailOf(REVIEWER));
  const second = dialog.getByRole('button', { name: 'Use a passkey' });
  await expect(second).toBeFocused();
  await expectAccessible(page);
  await authenticator.agreeDuring(async () => {
    await second.click();
    await page.waitForURL(HOME);
  });
}

/** Opens the dialog that approves the request with this title. */
async function openApproval(page: Page, title: string) {
  await openPendingRequest(page, title);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Approve DAC00/ });
  await expect(dialog.getByText(/^You confirm this decision with your passkey\./)).toBeVisible();
  return dialog;
}

/**
 * Tries to decide in the reviewer's session with the passkey of another person. The browser is not
 * told which passkeys the reviewer has, because it would not offer this one.
 */
async function decideWithForeignPasskey(
  page: Page,
  other: Authenticator,
  title: string,
): Promise<void> {
  const session = await sessionOf(page);
  const tab = await page.context().newPage();
  await tab.addInitScript((stored) => sessionStorage.setItem('aditus.session', stored), session);
  const authenticator = await Authenticator.plugInto(tab);
  await authenticator.copyFrom(other);
  await tab.route(/\/passkey\/options\/?$/, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { options: Record<string, unknown> } };
    const options = (answer.data.options.publicKey ?? answer.data.options) as {
      allowCredentials?: unknown;
    };
    delete options.allowCredentials;
    await route.fulfill({ response, json: answer });
  });
  const dialog = await openApproval(tab, title);
  await authenticator.agreeDuring(async () => {
    await dialog.getByRole('button', { name: 'Approve this request' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
  });
  await expectAccessible(tab);
  await tab.close();
}

/** Approves the request with the passkey. No code is mailed. */
async function approve(page: Page, authenticator: Authenticator, title: string): Promise<void> {
  const begun = new Date();
  const dialog = await openApproval(page, title);
  await expect(dialog.getByLabel(/^OTP/)).toHaveCount(0);
  await expect(
    dialog.getByRole('button', { name: 'Send a code to my email instead' }),
  ).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  await authenticator.agreeDuring(async () => {
    await dialog.getByRole('button', { name: 'Approve this request' }).click();
    await expect(dialog).toBeHidden();
  });
  await expect(page.getByText(/^You approved this stage at /)).toBeVisible();
  const codes = (await mails(page, emailOf(REVIEWER))).filter(
    ({ text, sent_at }) => new Date(sent_at) >= begun && /^\s*\d{6}\s*$/m.test(text),
  );
  expect(codes).toEqual([]);
}

/** Downloads the proof of the reviewer's decision as soon as the log has it. */
async function downloadProof(page: Page, request: number): Promise<string> {
  await page.goto(`/datarequest/track?request_id=${request}&view=list`);
  const button = page
    .getByRole('list', { name: 'Stages' })
    .getByRole('button', { name: new RegExp(`^Download proof: ${REVIEWER}, Decision, `) });
  await expect(button).toBeVisible();
  const download = page.waitForEvent('download');
  await button.click();
  return (await download).path();
}

/** Checks the file with the command line. Returns the exit code and the lines. */
async function checkOnCommandLine(file: string) {
  const { verifier_key: key } = JSON.parse(await readFile(file, 'utf8')) as {
    verifier_key: string;
  };
  const { status, stdout } = spawnSync(
    process.env.ADITUS_E2E_BINARY!,
    ['audit', 'check', '--key', key, file],
    { encoding: 'utf8' },
  );
  return { status, lines: stdout.split('\n') };
}

async function checkProof(file: string, page: Page, request: number, copy: string): Promise<void> {
  const content = await readFile(file, 'utf8');
  const { user } = JSON.parse(await sessionOf(page)) as { user: { user_id: number } };
  const { origin } = new URL(page.url());
  await verifySignedDecision(content, { origin, outcome: 'Approved', request, user: user.user_id });

  const valid = await checkOnCommandLine(file);
  expect(valid.lines).toContain('OK     The passkey of the person signed this decision');
  expect(valid.lines).toContain('OK     The passkey was added by the same person before');
  expect(valid.status, valid.lines.join('\n')).toBe(0);
  // The passkey did not sign another outcome.
  await writeFile(copy, content.replace('Approved', 'Denied'));
  const altered = await checkOnCommandLine(copy);
  expect(altered.lines).toContainEqual(
    expect.stringMatching(/^WRONG {2}The passkey of the person signed this decision: /),
  );
  expect(altered.status).not.toBe(0);

  // The page for everyone says the same.
  await page.goto('/log');
  await expect(page.getByRole('list', { name: 'Keys' })).toBeVisible();
  await page.getByLabel('Evidence file').setInputFiles({
    name: 'decision.evidence.json',
    mimeType: 'application/json',
    buffer: Buffer.from(content),
  });
  await expect(page.getByText('decision.evidence.json is valid')).toBeVisible();
  await expectAccessible(page);
}

/** Removes the passkey, which itself confirms that it is its owner. */
async function removePasskey(page: Page, authenticator: Authenticator): Promise<void> {
  await page.goto(SECURITY);
  await expect(passkeySection(page).getByText(/^Added on .*, last used /)).toBeVisible();
  await expectAccessible(page);
  await passkeySection(page)
    .getByRole('button', { name: `Remove ${NAME}` })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Remove a passkey' });
  await expect(dialog.getByText(/your recovery codes stop working/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove the passkey' }).click();
  const question = page.getByRole('dialog', { name: 'Enter your password' });
  await expect(question.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await expectAccessible(page);
  await authenticator.agreeDuring(async () => {
    await question.getByRole('button', { name: 'Use a passkey' }).click();
    // The dialog below is not hidden by its own end alone: this one covers it.
    await expect(question).toBeHidden();
  });
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Your passkey was removed.')).toBeVisible();
  await closeToasts(page);
  await expect(passkeySection(page).getByText(NAME, { exact: true })).toHaveCount(0);
  await expect(page.getByText(/codes left, made on/)).toHaveCount(0);
}

/** Tries to sign in with the passkey, which its authenticator still has. */
async function expectUnknownPasskey(page: Page, authenticator: Authenticator): Promise<void> {
  await page.goto('/login');
  const dialog = signInDialog(page);
  await authenticator.agreeDuring(async () => {
    await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(
      dialog.getByText('This passkey is not known here. Sign in another way.'),
    ).toBeVisible();
  });
  await expectAccessible(page);
}

test('a reviewer signs in and decides with a passkey, which anyone can verify @phone', async ({
  browser,
  viewport,
}, testInfo) => {
  test.setTimeout(600_000);
  const server = new Server();
  const origin = hostOf(await server.chooseAddress());
  const title = `Night shifts and road accidents, ${testInfo.project.name}`;
  try {
    server.settings.ADITUS_PUBLIC_URL = origin;
    await server.start('--demo');
    const page = await openBrowser(browser, origin, viewport);
    const authenticator = await Authenticator.plugInto(page);
    await signInByPassword(page, REVIEWER);
    await test.step('the reviewer adds a passkey', () => addPasskey(page, authenticator));
    await signOut(page);
    await test.step('and signs in with it alone', () => signInByPasskey(page, authenticator));

    const { headers } = await createSession(page, 'Data Requester');
    // With forty variables, which are part of the content that is signed.
    const request = await submit(page, headers, title);
    const other = await openBrowser(browser, origin, viewport);
    const foreign = await Authenticator.plugInto(other);
    await signInByPassword(other, APPROVER);
    await addPasskey(other, foreign);
    await test.step('the passkey of another person does not confirm the decision', () =>
      decideWithForeignPasskey(page, foreign, title));
    await test.step('the reviewer decides with the passkey', () =>
      approve(page, authenticator, title));
    await test.step('and others verify the proof of it', async () => {
      const proof = await downloadProof(page, request);
      await checkProof(proof, page, request, testInfo.outputPath('altered.evidence.json'));
    });

    await signOut(page);
    await test.step('the passkey is the second factor after the password', () =>
      signInByBoth(page, authenticator));
    await test.step('the reviewer removes it', () => removePasskey(page, authenticator));
    await signOut(page);
    await expectUnknownPasskey(page, authenticator);
    await test.step('the password alone signs in again', async () => {
      await fillSignIn(page, emailOf(REVIEWER));
      await page.waitForURL(HOME);
    });
  } finally {
    await server.remove();
  }
});

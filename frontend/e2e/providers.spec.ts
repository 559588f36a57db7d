import { expect, test, type Page } from '@playwright/test';
import {
  closeToasts,
  emailOf,
  enterPassword,
  expectAccessible,
  fillSignIn,
  navigateInApp,
  signOut,
} from './aditus';
import { IdentityProvider, signInAtProvider, type People } from './identityProvider';
import { Server } from './server';

const LABEL = 'Campus Login';
const SECURITY = '/profile?section=security';
const people: People = {
  nils: { given_name: 'Nils', family_name: 'Aalto', email: 'nils@campus.example' },
  otto: { given_name: 'Otto', family_name: 'Brandt', email: 'otto@campus.example' },
};

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Sign In' });
const continueButton = (page: Page) =>
  dialogOf(page).getByRole('button', { name: `Continue with ${LABEL}` });
const choice = (page: Page) => page.getByRole('heading', { name: `Continue with ${LABEL}` });

async function leaveForProvider(page: Page): Promise<void> {
  await page.goto('/login');
  await continueButton(page).click();
}

/** Signs in again. The provider remembers the person, so that one click is enough. */
async function signInAgain(page: Page, home: string): Promise<void> {
  await page.goto('/login');
  await expect(continueButton(page)).toHaveAccessibleDescription('Used last time');
  await continueButton(page).click();
  await page.waitForURL(home);
}

async function linkToAccount(page: Page): Promise<void> {
  await leaveForProvider(page);
  await signInAtProvider(page, 'nils');
  await expect(choice(page)).toBeVisible();
  await page.getByRole('button', { name: 'I have an account: sign in to link it' }).click();
  await expect(dialogOf(page).getByText(/^Sign in with your password to link/)).toBeVisible();
  await fillSignIn(page, emailOf('Data Requester'));
  await expect(page.getByText(`You can now sign in with ${LABEL}.`).first()).toBeVisible();
  await page.waitForURL('**/requester/home');
}

const tokenOf = (page: Page) =>
  page.evaluate(
    () => (JSON.parse(sessionStorage.getItem('aditus.session')!) as { token: string }).token,
  );

const statusOf = async (page: Page, token: string) => {
  const headers = { Authorization: `Token ${token}` };
  return (await page.request.get('/api/v1/users/detailuser/', { headers })).status();
};

/** Signs out here and at the provider, which ends the session of the other tab. */
async function signOutEverywhere(page: Page, other: Page): Promise<void> {
  const token = await tokenOf(other);
  expect(await statusOf(other, token)).toBe(200);
  await signOut(page);
  const offer = page.getByRole('dialog', { name: 'You are signed out' });
  await expectAccessible(page);
  await offer.getByRole('link', { name: `Sign out of ${LABEL}` }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.waitForURL('**/home');
  await expect.poll(() => statusOf(other, token)).toBe(401);
  await navigateInApp(other, '/requester/myrequests');
  await expect(dialogOf(other)).toBeVisible();
}

/** Comes back with a token of another issuer, and then with a state that was used before. */
async function comeBackWrongly(page: Page, provider: IdentityProvider): Promise<void> {
  let returned = '';
  page.on('framenavigated', (frame) => {
    if (frame.url().includes('/sign-in/return?')) returned = frame.url();
  });
  await leaveForProvider(page);
  await provider.act('pretend');
  await signInAtProvider(page, 'otto');
  await expect(page.getByText(/sent an answer that is not valid/)).toBeVisible();
  await expectAccessible(page);
  expect(new URL(page.url()).search).toBe('');
  await provider.act('restore');

  await page.goto(returned);
  await expect(page.getByText('This sign-in has ended. Begin again.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(choice(page)).toBeVisible();
}

async function unlink(page: Page): Promise<void> {
  await page.goto(SECURITY);
  const section = page.getByRole('region', { name: 'Sign-in providers' });
  await expect(section.getByText(/^Linked on .*, last used/)).toBeVisible();
  await expectAccessible(page);
  await section.getByRole('button', { name: `Unlink ${LABEL}` }).click();
  await page
    .getByRole('dialog', { name: `Unlink ${LABEL}` })
    .getByRole('button', { name: `Unlink ${LABEL}` })
    .click();
  await enterPassword(page);
  await closeToasts(page);
  await expect(section.getByRole('button', { name: `Link ${LABEL}` })).toBeVisible();
}

/** Links the provider again on the profile. The password was confirmed a moment ago. */
async function linkOnProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Link ${LABEL}` }).click();
  await page.waitForURL(`**${SECURITY}`);
  await expect(page.getByText(`You can now sign in with ${LABEL}.`).first()).toBeVisible();
  await expect(page.getByText(/^Linked on .*, not used yet$/)).toBeVisible();
}

test('people link their accounts and sign in with an OpenID Connect provider @phone', async ({
  browser,
  viewport,
}) => {
  test.setTimeout(600_000);
  const server = new Server();
  const provider = await IdentityProvider.start(await server.chooseAddress(), LABEL, people);
  const open = async () => {
    const context = await browser.newContext({ baseURL: server.address, viewport });
    return context.newPage();
  };
  try {
    Object.assign(server.settings, provider.settings);
    await server.start('--demo');
    const member = await open();
    await test.step('a member links the account', () => linkToAccount(member));
    await signOut(member);
    await provider.act('rotate');
    await test.step('and signs in with it, after the provider has changed its key', () =>
      signInAgain(member, '**/requester/home'));
    await test.step('unlinks it, and links it again', async () => {
      await unlink(member);
      await linkOnProfile(member);
    });
    await signOut(member);
    await signInAgain(member, '**/requester/home');
    const tab = await member.context().newPage();
    await signInAgain(tab, '**/requester/home');
    await test.step('a sign-out at the provider ends the session of the other tab', () =>
      signOutEverywhere(member, tab));

    await test.step('answers that are not valid are refused', async () =>
      comeBackWrongly(await open(), provider));
  } finally {
    provider.stop();
    await server.remove();
  }
});

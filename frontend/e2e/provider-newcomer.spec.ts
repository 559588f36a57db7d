import { expect, test, type Locator, type Page } from '@playwright/test';
import {
  beginSession,
  emailOf,
  expectAccessible,
  mailedCode,
  PASSWORD as DEMO_PASSWORD,
  signOut,
} from './aditus';
import { IdentityProvider, signInAtProvider, type People } from './identityProvider';
import { mailedLink } from './mails';
import { Server } from './server';

const LABEL = 'Campus Login';
const PASSWORD = 'Marble-Tram-Ferry-58!';
const people: People = {
  signe: { given_name: 'Signe', family_name: 'Okafor', email: 'signe@harbour-clinic.example' },
};
const { email } = people.signe!;

/** Presses Tab until the element has the focus. Fails if the keyboard alone does not reach it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60 && !(await isFocused()); presses += 1)
    await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Sign In' });
const continueButton = (page: Page) =>
  dialogOf(page).getByRole('button', { name: `Continue with ${LABEL}` });

/** Opens the dialog with a list of providers that arrives late. The form must not move. */
async function expectNoJump(page: Page): Promise<void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/api\/v1\/users\/providers$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/login');
  const field = dialogOf(page).getByLabel('Email or phone');
  await expect(field).toBeFocused();
  await expect(continueButton(page)).toBeHidden();
  const before = await field.boundingBox();
  release();
  await expect(continueButton(page)).toBeVisible();
  expect(await field.boundingBox()).toEqual(before);
  await expectAccessible(page);
  await page.unroute(/\/api\/v1\/users\/providers$/);
}

/** Registers with the details that the provider states. */
async function register(page: Page): Promise<void> {
  await expectNoJump(page);
  await press(page, continueButton(page));
  await signInAtProvider(page, 'signe');
  await expect(page.getByRole('heading', { name: `Continue with ${LABEL}` })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await expectAccessible(page);
  await page.reload();
  await press(page, page.getByRole('button', { name: 'Create an account' }));

  const form = page.getByRole('dialog', { name: 'Sign Up' });
  await expect(form.getByText(`Your new account will be linked with ${LABEL}`)).toBeVisible();
  await expect(form.getByLabel('First Name')).toHaveValue('Signe');
  await expect(form.getByLabel('Last Name')).toHaveValue('Okafor');
  await expect(form.getByLabel(/^Email/)).toHaveValue(email);
  await type(page, form.getByRole('combobox', { name: /^Country/ }), 'United States');
  const country = page.getByRole('option', { name: /^United States ?\+1$/ });
  await expect(country).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(country).toBeHidden();
  await type(page, form.getByLabel(/^Phone/), '2125550143');
  await type(page, form.getByRole('combobox', { name: /^Organisation/ }), 'Harbour Clinic');
  await type(page, form.getByLabel(/^Occupation/), 'Epidemiologist');
  await type(page, form.getByLabel(/^Department/), 'Public health');
  await type(page, form.getByRole('textbox', { name: /^Password/ }), PASSWORD);
  await type(page, form.getByRole('textbox', { name: /^Confirm Password/ }), PASSWORD);
  await press(page, form.getByRole('button', { name: 'Register' }));
  await page.waitForURL('**/otp-page');
  const code = await mailedCode(page, email, 'complete your registration', new Date(0));
  await type(page, page.getByRole('textbox', { name: 'OTP' }), code);
  await press(page, page.getByRole('button', { name: 'VERIFY' }));
  await page.waitForURL('**/registeredSuccessfully');
}

async function requestRole(page: Page): Promise<void> {
  await press(page, page.getByRole('link', { name: 'Request a role' }));
  await press(page, page.getByRole('button', { name: 'Request the role Data Requester' }));
  const done = page.getByText('You have successfully requested for this role').first();
  await expect(done).toBeVisible();
}

/** Opens the request through the link of its mail as the Super User, and grants it. */
async function grant(page: Page): Promise<void> {
  await beginSession(page, 'Super User');
  await page.goto(await mailedLink(page, emailOf('Super User'), 'requested the role'));
  const asked = page.getByRole('main').getByRole('listitem').filter({ hasText: email });
  await press(page, asked.getByRole('button', { name: /^Grant/ }));
  const dialog = page.getByRole('dialog');
  await type(page, dialog.getByLabel(/^Your password/), DEMO_PASSWORD);
  await press(page, dialog.getByRole('button', { name: /^Grant/ }));
  await expect(dialog).toBeHidden();
}

test('a new person comes in through a provider with the keyboard alone, and is granted a role @phone', async ({
  browser,
  viewport,
}) => {
  test.setTimeout(400_000);
  const server = new Server();
  const provider = await IdentityProvider.start(await server.chooseAddress(), LABEL, people);
  const open = async () => {
    const context = await browser.newContext({ baseURL: server.address, viewport });
    return context.newPage();
  };
  try {
    Object.assign(server.settings, provider.settings);
    await server.start('--demo');
    const page = await open();
    await test.step('registers', () => register(page));
    await test.step('requests a role', () => requestRole(page));
    await signOut(page);
    await test.step('is granted the role', async () => grant(await open()));
    await test.step('signs in with the provider, and has the role', async () => {
      await page.goto('/login');
      await press(page, continueButton(page));
      await page.waitForURL('**/requester/home');
      await expect(page.getByTestId('active-role')).toHaveText('Data Requester');
      await expectAccessible(page);
    });
  } finally {
    provider.stop();
    await server.remove();
  }
});

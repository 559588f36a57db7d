import { expect, type Locator, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { mails, type MailSource } from './mails';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** The password of all demo accounts. */
export const PASSWORD = 'Demo-2026!';

/** The six who decide, in the order of the chain (2 §1). */
export const deciders = [
  'Data Access Reviewer',
  'Data Access Approver',
  'Data Security Reviewer',
  'Data Security Approver',
  'Data Custodian',
  'Data Officer',
] as const;

/** The demo account of a role: "data-officer@aditus.example". */
export const emailOf = (role: string): string =>
  `${role.toLowerCase().replaceAll(' ', '-')}@aditus.example`;

/** Two frames have been drawn, so that effects of the last step have run. */
export const drawnTwice = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await drawn();
    await drawn();
  });

/** Waits for the end of all transitions: half-way, colours have contrasts of their own. */
async function transitionsEnd(page: Page): Promise<void> {
  await drawnTwice(page);
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}

/** The messages at the top of the screen, each for five seconds. */
export const toasts = (page: Page): Locator => page.locator('.notistack-Snackbar');

/** Closes the messages: they lie over the header, and would stay for seconds, and for ever under the pointer. */
export async function closeToasts(page: Page): Promise<void> {
  await expect(async () => {
    // What was done a moment ago may be told a moment later.
    await toasts(page)
      .getByLabel('Close this message')
      .evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()));
    await expect(toasts(page)).toHaveCount(0, { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
}

const axeOptions: RunOptions = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  resultTypes: ['violations'],
  // Frames hold PDFs, in the viewer of the browser.
  iframes: false,
};

/** The rules whose result depends on colours alone. */
const colourOptions: RunOptions = {
  ...axeOptions,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/**
 * Returns the violations that axe finds. axe is loaded once a document and runs in the page: the builder of @axe-core/playwright
 * loads it twice at each call and opens a page to put the results together, which took five times as long.
 */
async function violations(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (run) => {
    // A list without pages has hundreds of rows that are alike, and each costs as much as the first.
    const context = { exclude: [['li:nth-of-type(n + 21)']] };
    const found = await window.axe!.run(context, run);
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  }, options);
}

/** A screen with violations fails its test without ending it, so that one run names all of them. */
const expectSoftly = expect.configure({ soft: true });

/** Expects no axe violations and no sideways scrolling; of a screen that was checked in other colours, only the rules about colours. */
export async function expectNoViolations(
  page: Page,
  name: string,
  { onlyColours = false } = {},
): Promise<void> {
  await transitionsEnd(page);
  // Right after a load axe may meet a document that is half built, and blames its root; what stays wrong fails.
  await expectSoftly
    .poll(() => violations(page, onlyColours ? colourOptions : axeOptions), {
      message: `axe on ${name}`,
      timeout: 60_000,
    })
    .toEqual([]);
  if (onlyColours) return;
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expectSoftly(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}

/**
 * Expects no violations of the state that is shown. `accessibility.spec.ts` covers every screen that an address shows, and
 * `src/app/dialogs.test.tsx` every dialog; a journey calls this only for a state that neither of them reaches.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // A toast that fades has a contrast of its own.
  await closeToasts(page);
  // Where the pointer happens to rest after a click, a tooltip may show, which is in no landmark.
  await page.mouse.move(0, 0);
  // A screen that is still being loaded has no heading.
  await expect(page.locator('h1').first()).toBeVisible();
  await expectNoViolations(page, page.url());
}

/** Fills the sign-in dialog that is open. */
export async function fillSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign In' });
  await dialog.getByLabel('E-mail or phone').fill(email);
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Gives the password in the dialog that asks for it again. */
export async function givePassword(page: Page, password = PASSWORD): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Enter your password' });
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(password);
  await dialog.getByRole('button', { name: 'Confirm password' }).click();
  await expect(dialog).toBeHidden();
}

/** A session of the demo account of a role, as the application keeps it, and the header of its calls. */
export async function sessionOf(page: Page, role: string) {
  const answer = await page.request.post('/api/v1/users/signin', {
    data: { username: emailOf(role), password: PASSWORD },
  });
  const { user } = (await answer.json()) as {
    user: { token: string; assigned_roles: { role: string }[] };
  };
  const held = user.assigned_roles.find((assigned) => assigned.role === role) ?? null;
  return {
    kept: JSON.stringify({ token: user.token, user, role: held }),
    headers: { Authorization: `Token ${user.token}` },
  };
}

/**
 * Gives the tab a session of the demo account of a role and opens the role's home. The form takes part only where it is what a test is
 * about (`fillSignIn`): it costs the password's hash again, and two more screens.
 */
export async function signInAs(page: Page, role: string): Promise<void> {
  const { kept } = await sessionOf(page, role);
  // Any address of the server gives its session storage; this one loads nothing of the application.
  await page.goto('/robots.txt');
  await page.evaluate((session) => sessionStorage.setItem('aditus.session', session), kept);
  await page.goto('/');
  await page.waitForURL((url) => !['/', '/home', '/robots.txt'].includes(url.pathname));
}

/** Gives the tab such a session from the next page on, and answers the header for calls of the test's own. */
export async function beginSession(page: Page, role: string): Promise<{ Authorization: string }> {
  const { kept, headers } = await sessionOf(page, role);
  await page.addInitScript((session) => {
    if (!sessionStorage.getItem('aditus.session')) {
      sessionStorage.setItem('aditus.session', session);
    }
  }, kept);
  return headers;
}

/** The application runs: a page shows its content before its scripts do. */
export async function isRunning(page: Page): Promise<void> {
  // The router numbers the entries of the history before it is drawn, and hears of other addresses once it is.
  await page.waitForFunction(
    () =>
      'idx' in ((history.state ?? {}) as object) &&
      document.querySelector('#root > *') !== null &&
      document.querySelector('[data-still]') === null,
  );
}

/**
 * Leads the application to an address as its own links do. Loading it anew costs seconds, and more where calls are intercepted, because
 * the browser keeps no files then.
 */
export async function leadTo(page: Page, path: string): Promise<void> {
  await isRunning(page);
  await page.evaluate((to) => {
    const { idx } = history.state as { idx: number };
    history.pushState({ idx: idx + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  }, path);
}

export async function signOut(page: Page): Promise<void> {
  // A message that is pushed now would stay for ever under the pointer.
  await page.mouse.move(0, 0);
  await closeToasts(page);
  await page.getByRole('button', { name: /account|user menu/i }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL((url) => url.pathname === '/home');
}

/** The code in the newest mail to the address that holds these words and was sent after that moment. */
export async function codeMailed(
  from: MailSource,
  email: string,
  reference: string,
  after: Date,
): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(
      async () => {
        const mail = (await mails(from, email)).find(
          ({ text, sent_at }) =>
            text.includes(reference) && /^\s*\d{6}\s*$/m.test(text) && new Date(sent_at) >= after,
        );
        code = mail && /^\s*(\d{6})\s*$/m.exec(mail.text)?.[1];
        return code;
      },
      { message: `a code for ${reference} in the mails to ${email}`, timeout: 60_000 },
    )
    .toBeDefined();
  return code!;
}

/** Six digits that are not those of the code. */
export const wrongFor = (code: string, step = 1): string =>
  String((Number(code) + step) % 1_000_000).padStart(6, '0');

/** Opens the pending request of this title from the own list, as a decider does. */
export async function openPending(page: Page, title: string): Promise<void> {
  await page.goto('/datarequests');
  const row = page.getByRole('listitem').filter({ hasText: title });
  await row.getByRole('link', { name: /^(Review|Approve|View) Request/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
}

/** Decides at one's own stage on the open request, with the code of the mail to the demo account of the role. */
export const decide = (page: Page, role: string, outcome: 'Approve' | 'Deny'): Promise<void> =>
  decideWith(page, page, emailOf(role), outcome);

/** Decides at one's own stage on the open request, with the code of the mail to this address. */
export async function decideWith(
  page: Page,
  from: MailSource,
  email: string,
  outcome: 'Approve' | 'Deny',
): Promise<void> {
  const asked = new Date(Date.now() - 1000);
  await page
    .getByRole('button', { name: outcome === 'Approve' ? 'Approve' : 'Decline', exact: true })
    .click();
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${outcome} DAC00`) });
  const reference = /DAC00\d+/.exec((await dialog.getByRole('heading').textContent()) ?? '')![0];
  if (outcome === 'Deny') {
    await dialog.getByLabel(/^Reason/).fill('The protocol names no end of the study.');
    await dialog.getByLabel(/^Recommendation/).fill('Add the end of the study and submit again.');
  }
  const code = await codeMailed(from, email, reference, asked);
  await dialog.getByLabel(/^OTP/).fill(code);
  await dialog.getByRole('button', { name: `${outcome} this request` }).click();
  await expect(dialog).toBeHidden();
}

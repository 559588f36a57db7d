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

/** The six roles that decide, in the order of the chain (2 §1). */
export const deciders = [
  'Data Access Reviewer',
  'Data Access Approver',
  'Data Security Reviewer',
  'Data Security Approver',
  'Data Custodian',
  'Data Officer',
] as const;

/** Returns the email address of a role's demo account: "data-officer@aditus.example". */
export const emailOf = (role: string): string =>
  `${role.toLowerCase().replaceAll(' ', '-')}@aditus.example`;

/** Waits until two frames are drawn, so that the effects of the last step have run. */
export const waitForTwoFrames = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await drawn();
    await drawn();
  });

/** Waits for the end of all transitions, because colours have another contrast half-way through. */
async function waitForTransitions(page: Page): Promise<void> {
  await waitForTwoFrames(page);
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}

/** Chooses an action in the menu of a row. `row` is the row's name in its buttons. */
export async function chooseRowAction(
  page: Page,
  row: string | RegExp,
  action: string,
): Promise<void> {
  const name = typeof row === 'string' ? `Actions for ${row}` : row;
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** The toasts at the top of the screen. Each disappears after five seconds. */
export const toasts = (page: Page): Locator => page.locator('.notistack-Snackbar');

/** Closes all toasts: they cover the header, and a toast under the pointer never disappears. */
export async function closeToasts(page: Page): Promise<void> {
  await expect(async () => {
    // The toast of the last action may appear a moment later.
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
  // Frames show PDFs in the browser's own viewer.
  iframes: false,
};

/** The rules whose result depends on colours alone. */
const colourOptions: RunOptions = {
  ...axeOptions,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/**
 * Returns the violations that axe finds. axe is loaded once per document and runs in the page. The
 * builder of @axe-core/playwright loads it twice per call and opens a page to merge the results,
 * which took five times as long.
 */
async function violations(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (run) => {
    // A list without pages has hundreds of similar rows, and checking each takes as long as the
    // first.
    const context = { exclude: [['li:nth-of-type(n + 21)']] };
    // A bar at the foot covers part of a button until the page is scrolled, and axe would call that
    // button too small.
    const bars = [...document.querySelectorAll<HTMLElement>('[data-bar]')];
    for (const { style } of bars) style.setProperty('position', 'static', 'important');
    const found = await window.axe!.run(context, run);
    for (const { style } of bars) style.removeProperty('position');
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  }, options);
}

/**
 * A screen with violations fails its test without ending it, so that one run reports all of them.
 */
const expectSoftly = expect.configure({ soft: true });

/**
 * Expects no axe violations and no horizontal scrolling. With `onlyColours`, checks only the rules
 * about colours of a screen that was checked in other colours before.
 */
export async function expectNoViolations(
  page: Page,
  name: string,
  { onlyColours = false } = {},
): Promise<void> {
  await waitForTransitions(page);
  // Polls, because right after a load axe may blame the root of a document that is half built.
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
 * Expects no violations in the current state of the screen. `accessibility.spec.ts` covers every
 * screen with an address, and `src/app/dialogs.test.tsx` every dialog. Call this only for a state
 * that neither of them reaches.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // axe would measure the contrast of a toast that fades.
  await closeToasts(page);
  // A tooltip of the element under the pointer is in no landmark.
  await page.mouse.move(0, 0);
  // A screen that is still loading has no heading.
  await expect(page.locator('h1').first()).toBeVisible();
  await expectNoViolations(page, page.url());
}

/** Fills in and submits the open sign-in dialog. Returns the dialog, for what it shows next. */
export async function submitPassword(
  page: Page,
  email: string,
  password = PASSWORD,
): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Sign In' });
  await dialog.getByLabel('Email or phone').fill(email);
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  return dialog;
}

/** Signs in with the open dialog, without a second factor. */
export async function fillSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await expect(await submitPassword(page, email, password)).toBeHidden();
}

/** Confirms the password in the dialog that asks for it again. */
export async function enterPassword(page: Page, password = PASSWORD): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Enter your password' });
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(password);
  await dialog.getByRole('button', { name: 'Confirm password' }).click();
  await expect(dialog).toBeHidden();
}

/**
 * Signs in as the demo account of a role by a call. Returns the session as the application stores
 * it, and the header for calls.
 */
export async function createSession(page: Page, role: string) {
  const answer = await page.request.post('/api/v1/users/signin', {
    data: { username: emailOf(role), password: PASSWORD },
  });
  const { user } = (await answer.json()) as {
    user: { token: string; assigned_roles: { role: string }[] };
  };
  const held = user.assigned_roles.find((assigned) => assigned.role === role) ?? null;
  return {
    stored: JSON.stringify({ token: user.token, user, role: held }),
    headers: { Authorization: `Token ${user.token}` },
  };
}

/**
 * Gives the tab a session of a role's demo account and opens the role's home page. Use the sign-in
 * form (`fillSignIn`) only where a test is about it, because it loads two more screens.
 */
export async function signInAs(page: Page, role: string): Promise<void> {
  const { stored } = await createSession(page, role);
  // The session storage needs a page of this origin. This one loads nothing of the application.
  await page.goto('/robots.txt');
  await page.evaluate((session) => sessionStorage.setItem('aditus.session', session), stored);
  await page.goto('/');
  await page.waitForURL((url) => !['/', '/home', '/robots.txt'].includes(url.pathname));
}

/**
 * Gives the tab such a session from its next page on. Returns the header for the test's own calls.
 */
export async function beginSession(page: Page, role: string): Promise<{ Authorization: string }> {
  const { stored, headers } = await createSession(page, role);
  await page.addInitScript((session) => {
    if (!sessionStorage.getItem('aditus.session')) {
      sessionStorage.setItem('aditus.session', session);
    }
  }, stored);
  return headers;
}

/** Waits until the application runs. A page shows its content before its scripts do. */
export async function waitUntilRunning(page: Page): Promise<void> {
  // `idx` alone is not enough: the router sets it before its first render, and follows other
  // addresses only afterwards.
  await page.waitForFunction(
    () =>
      'idx' in ((history.state ?? {}) as object) &&
      document.querySelector('#root > *') !== null &&
      document.querySelector('[data-prerendered]') === null,
  );
}

/**
 * Navigates within the application, as its own links do. A full load takes seconds, and more where
 * calls are intercepted, because the browser then does not cache files.
 */
export async function navigateInApp(page: Page, path: string): Promise<void> {
  await waitUntilRunning(page);
  await page.evaluate((to) => {
    const { idx } = history.state as { idx: number };
    history.pushState({ idx: idx + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  }, path);
}

export async function signOut(page: Page): Promise<void> {
  // Under the pointer, a toast that is pushed now would never disappear.
  await page.mouse.move(0, 0);
  await closeToasts(page);
  await page.getByRole('button', { name: /account|user menu/i }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL((url) => url.pathname === '/home');
}

/**
 * Waits for a mail to the address that contains the reference and was sent after that moment.
 * Returns the code of the newest one.
 */
export async function mailedCode(
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

/** Returns six digits other than those of the code. */
export const wrongCode = (code: string, step = 1): string =>
  String((Number(code) + step) % 1_000_000).padStart(6, '0');

/** Opens the pending request with this title from the list of a decider. */
export async function openPendingRequest(page: Page, title: string): Promise<void> {
  // Other tests leave requests, so this one may be on a later page.
  await page.goto(`/datarequests?search=${encodeURIComponent(title)}`);
  const row = page.getByRole('listitem').filter({ hasText: title });
  await row.getByRole('link', { name: /^(Review|Approve|View) Request/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
}

/**
 * Decides on the open request at the stage of this role, with the code mailed to its demo account.
 */
export const decide = (page: Page, role: string, outcome: 'Approve' | 'Decline'): Promise<void> =>
  decideWith(page, page, emailOf(role), outcome);

/** Decides on the open request at the user's own stage, with the code mailed to this address. */
export async function decideWith(
  page: Page,
  from: MailSource,
  email: string,
  outcome: 'Approve' | 'Decline',
): Promise<void> {
  const asked = new Date(Date.now() - 1000);
  await page.getByRole('button', { name: outcome, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${outcome} DAC00`) });
  const reference = /DAC00\d+/.exec((await dialog.getByRole('heading').textContent()) ?? '')![0];
  if (outcome === 'Decline') {
    await dialog.getByLabel(/^Reason/).fill('The protocol names no end of the study.');
    await dialog.getByLabel(/^Recommendation/).fill('Add the end of the study and submit again.');
  }
  const code = await mailedCode(from, email, reference, asked);
  await dialog.getByLabel(/^OTP/).fill(code);
  await dialog.getByRole('button', { name: `${outcome} this request` }).click();
  await expect(dialog).toBeHidden();
}

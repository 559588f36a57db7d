/**
 * Takes the screenshots of the README in the initial state of the demo: `npx --yes rust-just
 * screenshots`.
 */
import { chromium, expect } from '@playwright/test';
import { args, executablePath } from './chromium.js';

const FOLDER = '../docs/screenshots';
const baseURL = process.env.ADITUS_E2E_URL;
const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

/** Signs in the tab as the demo account of a role. */
async function signInAs(page, role) {
  const answer = await page.request.post('/api/v1/users/signin/', {
    data: {
      username: `${role.toLowerCase().replaceAll(' ', '-')}@aditus.example`,
      password: 'Demo-2026!',
    },
  });
  const { user } = await answer.json();
  const held = user.assigned_roles.find((assigned) => assigned.role === role);
  await page.addInitScript(
    (session) => sessionStorage.setItem('aditus.session', session),
    JSON.stringify({ token: user.token, user, role: held }),
  );
}

async function shoot(page, name) {
  await page.evaluate(() => document.fonts.ready);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.locator('[class*="MuiSkeleton"]')).toHaveCount(0);
  await page.screenshot({ path: `${FOLDER}/${name}.png`, animations: 'disabled' });
}

/** Opens the first request on a tab of the list of staff. Returns its id. */
async function openFirst(page, tab) {
  await page.goto(`/datarequests?tab=${tab}`);
  const row = page.getByRole('main').getByRole('listitem').first();
  await row.getByRole('link', { name: /^(View|Review) Request/ }).click();
  await page.waitForURL(/request_id=/);
  const reference = page.getByRole('main').getByText(/DAC00\d+/);
  await expect(reference.first()).toBeVisible();
  return new URL(page.url()).searchParams.get('request_id');
}

async function asGuest(page, size) {
  await page.goto('/home');
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
  await shoot(page, `home-${size}`);
  await page.goto('/datasource');
  await page.getByRole('link', { name: /Electronic Medical Record/ }).click();
  await page.waitForURL('**/datatable/**');
  const variables = page.getByRole('checkbox', { name: /^Select (?!all rows$)/ });
  for (const index of [0, 1, 2]) await variables.nth(index).check();
  await shoot(page, `dictionary-${size}`);
}

async function asReviewer(page, size) {
  await signInAs(page, 'Data Access Reviewer');
  await page.goto('/datarequests');
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible();
  await shoot(page, `list-${size}`);
  await openFirst(page, 'pending&waits_for=me');
  await expect(page.getByRole('heading', { name: 'In brief' })).toBeVisible();
  await shoot(page, `review-${size}`);
}

async function asOfficer(page, size) {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signInAs(page, 'Data Officer');
  const request = await openFirst(page, 'approved');
  await page.goto(`/datarequest/track?request_id=${request}`);
  const graph = page.getByRole('figure', { name: 'Tracking graph' });
  const stages = page.getByRole('list', { name: 'Stages' }).getByRole('listitem');
  await expect(graph.or(stages.first()).first()).toBeVisible();
  await shoot(page, `tracking-${size}`);
}

const browser = await chromium.launch({ executablePath, args });
for (const [size, viewport] of Object.entries(sizes)) {
  for (const visit of [asGuest, asReviewer, asOfficer]) {
    const context = await browser.newContext({ baseURL, viewport, reducedMotion: 'reduce' });
    await visit(await context.newPage(), size);
    await context.close();
  }
}
await browser.close();

import { expect, test, type Page } from '@playwright/test';
import { beginSession, isSound, leadTo } from './aditus';

/** No script file reaches the browser. */
const blockScripts = (page: Page) => page.route(/\/assets\/.+\.js$/, (route) => route.abort());

const again = (page: Page) => page.getByRole('link', { name: 'Load the page again' });

/** Notes in the page by how much its layout moved. */
async function noteShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const noted = { shifts: 0 };
    Object.assign(window, { noted });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        noted.shifts += (entry as PerformanceEntry & { value: number }).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(() => (window as unknown as { noted: { shifts: number } }).noted.shifts);
}

test('pages say what they are for without a script, and how to load them again @phone', async ({
  page,
}) => {
  await blockScripts(page);
  for (const [path, heading] of [
    ['/', /access to health data/],
    ['/home', /access to health data/],
    ['/about-aditus', 'About Aditus'],
    ['/contact-us', 'Contact Us'],
    ['/documents', 'Documents'],
    ['/datasource', 'Select Data Source'],
    ['/datatable/1', 'Data Dictionary'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(again(page)).toBeVisible();
  }
  await page.goto('/home');
  await isSound(page);
  // A link of it is a link, and the page comes alive when the scripts do.
  await page.getByRole('link', { name: 'Get Started' }).click();
  await expect(page.getByRole('heading', { name: 'Select Data Source' })).toBeVisible();
  await page.unrouteAll();
  await again(page).click();
  await expect(page.getByRole('link', { name: /Electronic Medical Record/ })).toBeVisible();
  await expect(again(page)).toBeHidden();
});

test('nobody who is signed in is shown the page of a guest', async ({ page }) => {
  await beginSession(page, 'Data Requester');
  await blockScripts(page);
  await page.goto('/home');
  await expect(again(page)).toBeVisible();
  await expect(page.getByText('Sign In')).toBeHidden();
  await page.unrouteAll();
  await again(page).click();
  await expect(page.getByTestId('active-role')).toHaveText('Data Requester');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the colours are right before any script of the application', async ({ page }) => {
  await blockScripts(page);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto('/home');
  expect(await ground()).toBe('rgb(246, 249, 249)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  expect(await ground()).toBe('rgb(14, 22, 24)');
  await page.evaluate(() => localStorage.setItem('mui-mode', 'light'));
  await page.reload();
  expect(await ground()).toBe('rgb(246, 249, 249)');
});

test('a screen whose code does not come says so, and comes when it is asked for again', async ({
  page,
}) => {
  // The screen of an address is asked for by the first page, and once more when it is shown.
  const preloaded = await (await page.request.get('/documents')).text();
  const own = [...preloaded.matchAll(/modulepreload"[^>]+href="([^"]+)"/g)].map(
    ([, href]) => href!,
  );
  expect(own).not.toHaveLength(0);
  await page.route(
    (url) => own.includes(url.pathname),
    (route) => route.abort(),
  );
  await page.goto('/documents');
  await expect(page.getByRole('heading', { name: /^Loading chunk failed/ })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Documents', exact: true })).toBeVisible();
});

test('nothing moves while a page comes alive @phone', async ({ page }) => {
  const shifts = await noteShifts(page);
  for (const [path, shown] of [
    ['/home', 'Get Started'],
    ['/documents', 'Download User Guide for All Roles (PDF)'],
    ['/datatable/1', 'Go to next page'],
  ] as const) {
    await page.goto(path);
    const last = page
      .getByRole('main')
      .getByRole(path === '/datatable/1' ? 'button' : 'link', { name: shown });
    await expect(last).toBeVisible();
    // The application has taken the place of the page as it was sent.
    await expect(page.locator('[data-still]')).toHaveCount(0);
    expect(await shifts(), path).toBeLessThan(0.005);
  }
  await leadTo(page, '/contact-us');
  await expect(page.getByRole('heading', { name: 'Contact Us', level: 1 })).toBeVisible();
});

test('the first rows are asked for once, beside the scripts', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/data_dictionary/data_dictionary?')) asked.push(request.url());
  });
  await page.goto('/datatable/1?search=date&page_size=10&sort=-var_name');
  await expect(page.getByText(/^1–10 of/)).toBeVisible();
  expect(asked).toHaveLength(1);
});

import { expect, test, type Page } from '@playwright/test';
import { beginSession, expectAccessible, navigateInApp } from './aditus';

const blockScripts = (page: Page) => page.route(/\/assets\/.+\.js$/, (route) => route.abort());

const again = (page: Page) => page.getByRole('link', { name: 'Load the page again' });

/** Drops a file on the page. Returns true if the browser does not open it. */
const isKeptFromDrops = (page: Page) =>
  page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['%PDF-'], 'letter.pdf', { type: 'application/pdf' }));
    return ['dragover', 'drop'].every((kind) => {
      const event = new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
      return !document.querySelector('h1')!.dispatchEvent(event);
    });
  });

/** Records in the page how far its layout shifts. Returns a function that reads the sum. */
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

test('pages show their heading and a link to reload them without scripts', async ({ page }) => {
  await blockScripts(page);
  for (const [path, heading] of [
    ['/', /access to health data/],
    ['/home', /access to health data/],
    ['/about-aditus', 'About Aditus'],
    ['/contact-us', 'Contact Us'],
    ['/documents', 'Documents'],
    ['/log', 'Transparency log'],
    ['/datasource', 'Select Data Source'],
    ['/datatable/1', 'Data Dictionary'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(again(page)).toBeVisible();
  }
  await page.goto('/home');
  await expectAccessible(page);
  expect(await isKeptFromDrops(page), 'a dropped file does not replace the page').toBe(true);
  // Links work without scripts. The page works in full once the scripts load.
  await page.getByRole('link', { name: 'Get Started' }).click();
  await expect(page.getByRole('heading', { name: 'Select Data Source' })).toBeVisible();
  await page.unrouteAll();
  await again(page).click();
  await expect(page.getByRole('link', { name: /Electronic Medical Record/ })).toBeVisible();
  await expect(again(page)).toBeHidden();
});

test('buttons and fields are disabled until the scripts run @phone', async ({ page }) => {
  await blockScripts(page);
  for (const [path, control] of [
    ['/home', page.getByRole('button', { name: 'Sign In' })],
    ['/datasource', page.getByPlaceholder('Search for a data source')],
    ['/log', page.getByLabel('Evidence file')],
  ] as const) {
    await page.goto(path);
    await expect(control).toBeDisabled();
  }
  await page.unrouteAll();
  await again(page).click();
  await expect(page.getByLabel('Evidence file')).toBeEnabled();
});

test('a signed-in user does not see the page of a guest', async ({ page }) => {
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

/** Returns the first request of the caller's list, in the server's order. */
async function firstRequest(page: Page, headers: { Authorization: string }) {
  const answer = await page.request.get('/api/v1/data_requests?page=1&page_size=1', { headers });
  const { data } = (await answer.json()) as { data: { request_id: number; title: string }[] };
  return data[0]!;
}

test('a request and the wizard show their headings without scripts, to permitted roles only', async ({
  page,
  browser,
}) => {
  const headers = await beginSession(page, 'Data Access Reviewer');
  await blockScripts(page);
  const { request_id, title } = await firstRequest(page, headers);
  await page.goto(`/datarequest?request_id=${request_id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Data Requests' })).toBeVisible();
  await expect(again(page)).toBeVisible();
  // An unknown request keeps the general heading. A screen of another role shows no content.
  await page.goto('/datarequest?request_id=999999999');
  await expect(page.getByRole('heading', { level: 1, name: 'Data Request' })).toBeVisible();
  await page.goto('/requester/submitrequest');
  await expect(again(page)).toBeVisible();
  await expect(page.getByText('Submit a Data Request')).toBeHidden();

  const requester = await browser.newPage();
  await beginSession(requester, 'Data Requester');
  await blockScripts(requester);
  const heading = requester.getByRole('heading', { level: 1, name: 'Submit a Data Request' });
  const first = requester.getByRole('heading', { level: 2, name: 'Steps of your request' });
  await requester.goto('/requester/submitrequest');
  await expect(heading).toBeVisible();
  await expect(first).toBeVisible();
  await requester.goto('/requester/submitrequest?step=ethics');
  await expect(heading).toBeVisible();
  await expect(first).toBeHidden();
  // A link of a mail may switch the role first, so the page shows no content yet.
  await requester.goto('/requester/submitrequest?as=Data+Requester');
  await expect(heading).toBeHidden();
  await requester.unrouteAll();
  await requester.goto('/requester/submitrequest?step=study');
  await expect(requester.getByRole('textbox', { name: 'Data Request Title' })).toBeVisible();
  await requester.close();
});

test('the colour mode is right before the scripts of the application run', async ({ page }) => {
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

test('a pressed button changes its look at once', async ({ page }) => {
  await beginSession(page, 'Data Requester');
  await page.goto('/requester/submitrequest?step=study');
  const button = page.getByRole('button', { name: 'Next', exact: true });
  await button.hover();
  await page.mouse.down();
  await expect(button).toHaveCSS('opacity', '0.7');
  await page.mouse.move(0, 0);
  await page.mouse.up();
  await expect(button).toHaveCSS('opacity', '1');
});

test('a screen that fails to load shows an error, and loads on a second try', async ({ page }) => {
  const preloads = async (path: string) => {
    const text = await (await page.request.get(path)).text();
    return [...text.matchAll(/modulepreload"[^>]+href="([^"]+)"/g)].map(([, href]) => href!);
  };
  // The page preloads the files of its screen, and the screen requests them again when it is shown.
  // The landing page preloads only the first load.
  const firstLoad = await preloads('/home');
  const own = (await preloads('/documents')).filter((href) => !firstLoad.includes(href));
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

test('the layout does not shift while a page starts @phone', async ({ page }) => {
  const shifts = await noteShifts(page);
  for (const [path, shown] of [
    ['/home', 'Get Started'],
    ['/documents', 'Download User Guide for All Roles (PDF)'],
    ['/log', 'Download the newest checkpoint'],
    ['/datatable/1', 'Go to next page'],
  ] as const) {
    await page.goto(path);
    const last = page
      .getByRole('main')
      .getByRole(path === '/datatable/1' ? 'button' : 'link', { name: shown });
    await expect(last).toBeVisible();
    // The application has replaced the prerendered page.
    await expect(page.locator('[data-prerendered]')).toHaveCount(0);
    expect(await shifts(), path).toBeLessThan(0.005);
  }
  await navigateInApp(page, '/contact-us');
  await expect(page.getByRole('heading', { name: 'Contact Us', level: 1 })).toBeVisible();
});

test('the layout does not shift while a request and the wizard start @phone', async ({
  page,
  browser,
}) => {
  for (const [role, path, shown] of [
    ['Data Access Reviewer', 'datarequest', 'Open all sections'],
    ['Data Requester', 'requester/submitrequest', 'Continue with Your study'],
  ] as const) {
    const own = await browser.newPage({ viewport: page.viewportSize() });
    const headers = await beginSession(own, role);
    const shifts = await noteShifts(own);
    const { request_id } = await firstRequest(own, headers);
    await own.goto(`/${path}?request_id=${request_id}`);
    await expect(own.getByRole('button', { name: shown })).toBeVisible();
    await expect(own.getByTestId('active-role')).toHaveText(role);
    await expect(own.locator('[data-prerendered]')).toHaveCount(0);
    expect(await shifts(), path).toBeLessThan(0.005);
    await own.close();
  }
});

test('the prefetched first rows are not requested again', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/data_dictionary/data_dictionary?')) asked.push(request.url());
  });
  await page.goto('/datatable/1?search=date&page_size=10&sort=-var_name');
  await expect(page.getByText(/^1–10 of/)).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('a prefetched draft and a prefetched request are not requested again', async ({
  page,
  browser,
}) => {
  const headers = await beginSession(page, 'Data Requester');
  const begun = await page.request.post('/api/v1/data_requests', {
    headers,
    data: { title: 'Asked for once', reached: 8 },
  });
  const { data: draft } = (await begun.json()) as { data: { draft_id: number } };
  const desk = await browser.newPage();
  const { request_id } = await firstRequest(desk, await beginSession(desk, 'Data Access Reviewer'));
  for (const [own, path, calls, shown] of [
    [
      page,
      `/requester/submitrequest?draft=${draft.draft_id}&step=study`,
      [`/drafts/${draft.draft_id}`, '/data_requests/irb'],
      'Next',
    ],
    [
      desk,
      `/datarequest?request_id=${request_id}`,
      [`/data_requests?request_id=${request_id}`, `/statecomment/list/${request_id}`],
      'Open all sections',
    ],
  ] as const) {
    const asked: string[] = [];
    own.on('request', (request) =>
      asked.push(new URL(request.url()).pathname + new URL(request.url()).search),
    );
    await own.goto(path);
    await expect(own.getByRole('button', { name: shown })).toBeVisible();
    await own.waitForLoadState('networkidle');
    for (const call of calls) {
      expect(
        asked.filter((address) => address.includes(call) && !address.includes('/not_offered')),
        call,
      ).toHaveLength(1);
    }
  }
  await desk.close();
});

import { expect, test, type Page, type Route } from '@playwright/test';
import { beginSession } from './aditus';
import { everyScreen, show } from './everyScreen';
import { pdfText } from './pdfText';

/** A name of 255 letters without a space. */
const LONG = `Verwaltungs${'x'.repeat(244)}`;
/** The fields of responses that contain texts of users. */
const TYPED =
  /^(title|name|source|description|tbl_name|var_name|meaning|organisation|tentative_organization|org_name|institution|equipment_name|serial_number|used_by|position_in_organisation|first_name|surname|fname|sname|reason|recommendation|comment|protocol_ref_num|principal_(fname|sname|institution|occupation)|label|region|district|facility|irb_name|equipment_type|purpose|purpose_description|stage_activity|domain|topic|table_type|dataset_description|designation|department|text|additional_ethics_committee_name)$/;

function lengthened(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((part) => lengthened(part, key));
  if (typeof value === 'string') return TYPED.test(key) && value ? LONG : value;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, lengthened(part, name)]),
  );
}

/**
 * Answers every call with long names, and enables click tracking, so that the page asks for
 * consent.
 */
async function lengthen(route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url());
  if (pathname.endsWith('/generate-uuid')) {
    const data = { uuid: 'e5a5cf2c-36a7-4e4a-9d3b-0d36cf7d2b6a', tracking: true };
    return route.fulfill({ json: { code: 200, message: 'OK', data } });
  }
  if (route.request().method() !== 'GET') return route.fallback();
  const response = await route.fetch({ maxRetries: 2 });
  if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
  return route.fulfill({ response, json: lengthened(await response.json()) });
}

/**
 * Returns the texts that are wider than their element, and the width of a page that scrolls
 * sideways.
 */
const spilling = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement;
    const found = root.scrollWidth > root.clientWidth ? [`page ${root.scrollWidth} px wide`] : [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const holder = walker.currentNode.parentElement!;
      if (!/x{40}/.test(walker.currentNode.nodeValue ?? '')) continue;
      const { overflowX, display } = getComputedStyle(holder);
      if (display === 'inline' || overflowX !== 'visible' || holder.clientWidth === 0) continue;
      if (holder.scrollWidth > holder.clientWidth + 1) found.push(holder.outerHTML.slice(0, 120));
    }
    return found;
  });

/** Focuses one element after the other and returns those that are covered by something else. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const stops = document.querySelectorAll<HTMLElement>(
      'a[href]:not([data-skip-link]), button, input, select, textarea, [tabindex="0"]',
    );
    for (const stop of stops) {
      stop.focus();
      if (document.activeElement !== stop) continue;
      const box = stop.getBoundingClientRect();
      const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
      const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isSeen = over && (stop.contains(over) || over.parentElement!.contains(stop));
      // An input may be drawn by its label, or by the box around it.
      const isDrawn = over?.closest('label')?.contains(stop) || box.width <= 1;
      if (!isSeen && !isDrawn)
        found.push(`${stop.outerHTML.slice(0, 100)} under ${over?.outerHTML.slice(0, 60)}`);
    }
    return found;
  });

for (const [role, paths] of Object.entries(everyScreen)) {
  test(`long names do not widen the screens of ${role}, and no bar covers the focus at 400 %`, async ({
    page,
  }) => {
    await page.route('**/api/v1/**', lengthen);
    if (role !== 'Guest') await beginSession(page, role);
    await page.goto('/about-aditus');
    await expect(page.getByText('Can we collect usage statistics?')).toBeVisible();
    for (const path of paths) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await show(page, path);
      await expect.poll(() => spilling(page), `${path} at 1440 px`).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      await expect.poll(() => spilling(page), `${path} at 390 px`).toEqual([]);
      // A window of 1440 × 900 px at 400 % zoom.
      await page.setViewportSize({ width: 360, height: 225 });
      await expect.poll(() => covered(page), `${path} at 400 %`).toEqual([]);
    }
    // Calls of the last screen may still be on their way.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
}

test('the bar of the wizard covers no focused field on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await beginSession(page, 'Data Requester');
  await page.goto('/about-aditus');
  for (const step of ['study', 'principal', 'ethics', 'purpose', 'dataset', 'specification']) {
    await show(page, `/requester/submitrequest?step=${step}`);
    const next = page.getByRole('button', { name: 'Next', exact: true });
    await expect(next).toBeInViewport({ ratio: 1 });
    await expect.poll(() => covered(page), step).toEqual([]);
  }
});

for (const [role, paths] of Object.entries(everyScreen)) {
  test(`the headings of all screens of ${role} have one left edge`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    if (role !== 'Guest') await beginSession(page, role);
    await page.goto('/about-aditus');
    // The menu takes 232 px, and the content begins 32 px beside it.
    const edge = role === 'Guest' ? 32 : 264;
    for (const path of paths) {
      await show(page, path);
      const heading = page.locator('h1:visible').first();
      const place = async () => Math.round((await heading.boundingBox())?.x ?? 0);
      await expect.poll(place, path).toBe(edge);
    }
  });
}

test('a short page ends with the footer and does not scroll', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/forgotPassword');
  await expect(page.getByRole('contentinfo')).toBeInViewport({ ratio: 1 });
  expect(
    await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight),
  ).toBe(0);
});

for (const [role, path] of [
  ['Data Requester', '/requester/myrequests?tab=all'],
  ['Data Access Reviewer', '/datarequests?tab=all'],
] as const) {
  test(`a row of the requests of a ${role} is 56 to 64 px high, also with long names`, async ({
    page,
  }) => {
    await page.route('**/api/v1/**', lengthen);
    await page.setViewportSize({ width: 1440, height: 900 });
    await beginSession(page, role);
    await page.goto('/about-aditus');
    await show(page, path);
    const rows = page.getByRole('list', { name: 'All Requests' }).getByRole('listitem');
    await expect(rows.first()).toBeVisible();
    const heights = await rows.evaluateAll((all) =>
      all.map((row) => row.getBoundingClientRect().height),
    );
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(56);
    expect(Math.max(...heights)).toBeLessThanOrEqual(64);
  });
}

/**
 * Returns the elements whose content is cut off at the edge of the paper or printed over what
 * follows. A frame may protrude by some pixels.
 */
const overprinted = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('#content *:not(svg, svg *, .react-flow, .react-flow *)')]
      .filter(({ clientWidth, clientHeight, scrollWidth, scrollHeight }) => {
        // Texts for screen readers are a pixel wide.
        if (clientWidth <= 1) return false;
        return scrollWidth > clientWidth + 16 || scrollHeight > clientHeight + 16;
      })
      .map((part) => part.outerHTML.slice(0, 120)),
  );

test('tables are printed in full width, and no text covers another', async ({ page }) => {
  await beginSession(page, 'Data Access Reviewer');
  await page.goto('/about-aditus');
  for (const path of [
    '/datarequest?request_id=14',
    '/datarequest/preview?request_id=14',
    '/datarequest/track?request_id=14',
    '/datarequest/feedback',
    '/datatable/1',
    '/documents',
  ]) {
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await show(page, path);
    await page.emulateMedia({ media: 'print' });
    // The printable area of A4.
    await page.setViewportSize({ width: 688, height: 1000 });
    await expect.poll(() => overprinted(page), path).toEqual([]);
  }
});

test('a page is printed with all of its content and nothing else', async ({ page }) => {
  await beginSession(page, 'Data Access Reviewer');
  await page.goto('/about-aditus');
  await show(page, '/datarequest?request_id=14');
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
  // On the screen, the section is closed.
  await expect(
    page.getByRole('button', { name: /List of Staff Form/, expanded: false }),
  ).toBeVisible();
  const printed = pdfText(await page.pdf({ format: 'A4' }));
  expect(printed).toContain('Confidentiality');
  for (const part of ['Skip to the content', 'Approve\n', 'Track Request', 'Transparency Log'])
    expect(printed).not.toContain(part);
});

test('a procedure is printed with its flow as text', async ({ page }) => {
  await beginSession(page, 'Super User');
  await page.goto('/about-aditus');
  await show(page, '/superuser/approval_procedure/1');
  await expect(page.getByRole('figure', { name: 'Drawing' })).toBeVisible();
  const printed = pdfText(await page.pdf({ format: 'A4' }));
  expect(printed).toContain('then Access approval');
  // Texts for screen readers take up no paper: the pages end with the flow.
  expect(printed.split('\f').filter((text) => !text.trim()).length).toBeLessThanOrEqual(1);
});

test('a table is printed without its column of buttons and without broken words', async ({
  page,
}) => {
  await beginSession(page, 'Data Requester');
  await page.goto('/about-aditus');
  await show(page, '/requester/singlerequest?request_id=7&tab=devices-staff');
  await expect(page.getByRole('columnheader', { name: 'Actions' }).first()).toBeVisible();
  const printed = pdfText(await page.pdf({ format: 'A4' }));
  for (const word of ['Equipment', 'Organisation', 'Confidentiality', 'Statistician'])
    expect(printed).toContain(word);
  expect(printed).not.toContain('Action');
});

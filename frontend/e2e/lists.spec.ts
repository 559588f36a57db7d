import { expect, test, type Locator, type Page } from '@playwright/test';
import { beginSession, navigateInApp } from './aditus';
import { recordCreator } from './dictionary';

/** The number of rows of each list: several pages of any tested size. */
const TOTAL = 57;

interface Rows {
  data: Record<string, unknown>[];
  page: { number: number; size: number; total: number };
}

/** Returns a copy of a row with other ids. */
function copyOf(value: unknown, turn: number): unknown {
  if (Array.isArray(value)) return value.map((part) => copyOf(part, turn));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      typeof part === 'number' && /(^|_)id$/.test(name)
        ? part + turn * 100_000
        : copyOf(part, turn),
    ]),
  );
}

/**
 * Repeats the rows of a list until there are enough, because the demo has few of most kinds. The
 * server still searches and sorts; the ids distinguish the rows. Returns a list that collects the
 * queries of the calls.
 */
async function repeatRows(
  page: Page,
  call: string,
  instead: Record<string, string> = {},
): Promise<URLSearchParams[]> {
  const asked: URLSearchParams[] = [];
  await page.route(
    (url) => url.pathname.replace(/\/$/, '') === `/api/v1/${call}`,
    async (route) => {
      const url = new URL(route.request().url());
      if (route.request().method() !== 'GET' || url.searchParams.has('request_id')) {
        await route.fallback();
        return;
      }
      asked.push(new URLSearchParams(url.searchParams));
      const number = Number(url.searchParams.get('page') ?? 1);
      const size = Number(url.searchParams.get('page_size') ?? 20);
      url.searchParams.set('page', '1');
      url.searchParams.set('page_size', '100');
      for (const [name, value] of Object.entries(instead)) url.searchParams.set(name, value);
      // Retries, because an idle connection may end just as it is used again.
      const response = await route.fetch({ url: url.href, maxRetries: 2 });
      const body = (await response.json()) as Rows;
      expect(response.ok(), `${url.href}: ${JSON.stringify(body)}`).toBe(true);
      expect(body.data, `${call} has rows`).not.toHaveLength(0);
      const all = Array.from({ length: TOTAL }, (_, place) =>
        copyOf(body.data[place % body.data.length], Math.floor(place / body.data.length)),
      );
      await route.fulfill({
        response,
        json: {
          ...body,
          data: all.slice((number - 1) * size, number * size),
          page: { number, size, total: TOTAL },
        },
      });
    },
  );
  return asked;
}

/**
 * Adds records that the demo lacks: a topic with a table, a version, an import, and a change of a
 * procedure. Returns the ids of the topic and the version.
 */
async function addRecords(page: Page, headers: { Authorization: string }, name: string) {
  const copied = await page.request.post('/api/v1/data_requests/approval_procedures/1/duplicate/', {
    headers,
    data: { name: `Copied for ${name}` },
  });
  expect(copied.ok(), await copied.text()).toBe(true);
  const add = recordCreator(page, headers);
  const { topic_id } = await add('topics/create', {
    topic: `Zoonoses ${name}`,
    description: 'Of all kinds.',
    active: 1,
  });
  const { version_id } = await add('version', {
    data_source: 1,
    message: `Looked through for ${name}`,
  });
  await add('topic_tables/create', { topic: topic_id, tbl: 1, pos_x: '0.5', pos_y: '0.5' });
  // The files lack the required columns, so the import is refused and listed.
  const file = { name: 'notes.csv', mimeType: 'text/csv', buffer: Buffer.from('notes\n') };
  const multipart = { source: `Zoonoses ${name}`, tables: file, variables: file };
  const begun = await page.request.post('/api/v1/data_dictionary/import/', { headers, multipart });
  expect(begun.ok(), await begun.text()).toBe(true);
  return { topic: String(topic_id), version: String(version_id) };
}

interface Grid {
  path: string;
  /** The call that returns its rows. */
  call: string;
  /** Its accessible name. */
  label: string;
  /** A sortable column: its header, and its name in the call. */
  sort: [header: string, field: string];
  /** A column that cannot be sorted. */
  fixed?: string;
  /** The size of the pages that the shared link asks for, 10 by default. */
  size?: number;
  /** Another size of pages that the grid offers. */
  other?: number;
}

/** Every grid, by the role that reads it. */
const grids: Record<string, Grid[]> = {
  'Super User': [
    {
      path: '/superuser/organisation',
      call: 'users/organizations',
      label: 'Organisations',
      sort: ['Country', 'country'],
      fixed: 'Actions',
    },
    {
      path: '/superuser/organisation-roles',
      call: 'users/org_roles',
      label: 'Organisation Roles',
      sort: ['Role', 'role_name'],
    },
    {
      path: '/superuser/data_dictionary',
      call: 'data_dictionary/data_source',
      label: 'Data sources',
      sort: ['Database Type', 'db_type'],
      fixed: 'Description',
    },
    {
      path: '/superuser/data_dictionary/import',
      call: 'data_dictionary/import',
      label: 'Imports',
      sort: ['Data Source', 'source'],
      fixed: 'By',
    },
    {
      path: '/superuser/data_dictionary?tab=custodians',
      call: 'data_dictionary/data_custodian',
      label: 'Data custodians',
      sort: ['Organisation Role', 'role_name'],
    },
    {
      path: '/superuser/data_dictionary?tab=versions',
      call: 'data_dictionary/version',
      label: 'Data source versions',
      sort: ['Message', 'message'],
    },
    {
      path: '/superuser/data_dictionary?tab=topics',
      call: 'data_dictionary/topics',
      label: 'Topics',
      sort: ['Date Added', 'date_added'],
    },
    {
      path: '/superuser/reference-data',
      call: 'reference_data/purposes',
      label: 'Purposes',
      sort: ['Purpose', 'name'],
    },
    {
      path: '/superuser/reference-data?tab=committees',
      call: 'reference_data/ethics_committees',
      label: 'Ethics Committees',
      sort: ['Ethics Committee Name', 'name'],
    },
    {
      path: '/superuser/reference-data?tab=equipment',
      call: 'reference_data/equipment_types',
      label: 'Equipment Types',
      sort: ['Equipment Type', 'name'],
    },
    {
      path: '/superuser/reference-data?tab=facilities',
      call: 'reference_data/facilities',
      label: 'Facilities',
      sort: ['Name', 'label'],
      fixed: 'Located in',
    },
    {
      path: '/superuser/data_dictionary/tables/1',
      call: 'data_dictionary/table_dd',
      label: 'List of Tables',
      sort: ['Table Type', 'table_type_name'],
      fixed: 'Table Description',
    },
    {
      path: '/superuser/data_dictionary/version_variable/{version}',
      call: 'data_dictionary/version_variable',
      label: 'Version variables',
      sort: ['Data Type', 'data_type'],
    },
    {
      path: '/superuser/data_dictionary/topic/{topic}',
      call: 'data_dictionary/topic_tables/create',
      label: 'Table topics',
      sort: ['X Axis', 'pos_x'],
    },
    {
      path: '/superuser/approval_procedure',
      call: 'data_requests/approval_procedures',
      label: 'Approval Procedures',
      sort: ['Is Active', 'is_active'],
      fixed: 'Faults, warnings',
    },
    {
      path: '/superuser/approval_procedure?tab=stage_types',
      call: 'data_requests/stage_type',
      label: 'Stage Types',
      sort: ['Stage Type', 'stage_type'],
      fixed: 'What it does',
    },
    {
      path: '/superuser/approval_procedure/1?tab=stages',
      call: 'data_requests/stage',
      label: 'Stages',
      sort: ['Stage Order', 'stage_order'],
    },
    {
      path: '/superuser/approval_procedure/1?tab=next_stages',
      call: 'data_requests/next_stage/list',
      label: 'List of Next Stages',
      sort: ['Next Stage', 'next_stage_activity'],
    },
    {
      path: '/superuser/approval_procedure?tab=history',
      call: 'data_requests/approval_procedures/history',
      label: 'History',
      sort: ['Changed On', 'changed_on'],
      fixed: 'What was changed',
    },
  ],
  Admin: [
    {
      path: '/admin/users',
      call: 'users/organization-users',
      label: 'Users',
      sort: ['Registered', 'created_on'],
      fixed: 'Phone',
    },
    {
      path: '/admin/user_assigned_roles',
      call: 'users/assigned-role-status',
      label: 'User Assigned Roles',
      sort: ['Since', 'changed_on'],
    },
  ],
  'Data Officer': [
    {
      path: '/datarequest/feedback',
      call: 'data_requests/data_request_feedback',
      label: 'Data Request Feedback',
      sort: ['Given On', 'date_created'],
      fixed: 'Actions',
      size: 10,
    },
    {
      path: '/datatable',
      call: 'data_dictionary/data_dictionary',
      label: 'Variables',
      sort: ['Data type', 'data_type'],
      fixed: 'Synonyms',
    },
  ],
  'Data Requester': [
    {
      path: '/requester/myrequests/datasets/viewvariables?request_id={own}',
      call: 'data_requests/dataset_variables',
      label: 'Dataset variables',
      sort: ['Data type', 'data_type'],
      fixed: 'Distinct values only',
    },
    {
      path: '/requester/myrequests/datasets/addvariables?request_id={own}',
      call: 'data_dictionary/data_dictionary',
      label: 'Variables to add',
      sort: ['Data type', 'data_type'],
      fixed: 'Dataset',
      other: 25,
    },
  ],
  'Data Analyst': [
    {
      path: '/analyst/dqafilter?data_source=2',
      call: 'data_dictionary/data_quality',
      label: 'Data quality',
      sort: ['Validity', 'validity'],
      fixed: 'PoC',
    },
  ],
};

const withQuery = (path: string, query: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${query}`;

const shown = (page: Page, from: number, to: number): Locator =>
  page.getByText(new RegExp(`^(Showing )?${from}( to |–)${to} of ${TOTAL}$`));

/** Returns the ids of the rows on the page. */
const idsOf = (grid: Locator) =>
  grid
    .locator('[role=row][data-id]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-id')));

/**
 * Opens a grid with everything that its address can contain. The first grid of a test is also
 * reloaded, to test the state outside of the address.
 */
async function driveGrid(page: Page, driven: Grid, isFirst: boolean) {
  const { path, call, label, sort, fixed, size = 10, other = 20 } = driven;
  const [header, field] = sort;
  const asked = await repeatRows(page, call);
  const grid = page.getByRole('table', { name: label, exact: true });
  // A shared link opens its page in its order.
  await page.goto(withQuery(path, `page=3&page_size=${size}&sort=${field}`));
  await expect(shown(page, 2 * size + 1, 3 * size), `${path}: a link to page 3`).toBeVisible();
  const sorted = grid.locator('[role=columnheader][aria-sort=ascending]');
  await expect(sorted, path).toContainText(header);
  const third = await idsOf(grid);
  expect(third, path).toHaveLength(size);
  // The next page, Back and a reload keep to the address.
  await page.getByRole('button', { name: 'Go to next page' }).click();
  await expect(shown(page, 3 * size + 1, 4 * size), `${path}: the next page`).toBeVisible();
  await expect.poll(() => idsOf(grid)).not.toEqual(third);
  await expect(page).toHaveURL(/[?&]page=4(&|$)/);
  await page.goBack();
  await expect(shown(page, 2 * size + 1, 3 * size), `${path}: Back`).toBeVisible();
  await expect.poll(() => idsOf(grid)).toEqual(third);
  await expect(page).toHaveURL(/[?&]page=3(&|$)/);
  if (isFirst) {
    await page.reload();
    await expect(shown(page, 2 * size + 1, 3 * size), `${path}: a reload`).toBeVisible();
  }
  // Another size begins at the first page.
  await page.getByRole('combobox', { name: /^Rows/ }).click();
  await page.getByRole('option', { name: String(other), exact: true }).click();
  await expect(shown(page, 1, other), `${path}: another size`).toBeVisible();
  await page.getByRole('button', { name: 'Go to next page' }).click();
  await expect(shown(page, other + 1, 2 * other)).toBeVisible();
  // Another order begins at the first page, too, and its pages can be turned.
  await sorted.click();
  await expect(page).toHaveURL(new RegExp(`[?&]sort=-${field}(&|$)`));
  await expect(shown(page, 1, other), `${path}: another order`).toBeVisible();
  await page.getByRole('button', { name: 'Go to next page' }).click();
  await expect(
    shown(page, other + 1, 2 * other),
    `${path}: the next page in another order`,
  ).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  // The last call asked for the displayed page. Polls, because the page numbers change before the
  // call starts.
  const lastAsked = () => ['page', 'page_size', 'sort'].map((name) => asked.at(-1)?.get(name));
  await expect.poll(lastAsked, path).toEqual(['2', String(other), `-${field}`]);
  // A column that cannot be sorted ignores clicks.
  if (fixed) {
    await grid.getByRole('columnheader', { name: fixed, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`[?&]sort=-${field}(&|$)`));
  }
  // A page past the end leads to the last page, and an unknown order leaves the address.
  const lastPage = Math.ceil(TOTAL / other);
  await navigateInApp(page, withQuery(path, `page=999&page_size=${other}&sort=colour`));
  await expect(
    shown(page, (lastPage - 1) * other + 1, TOTAL),
    `${path}: past the end`,
  ).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`[?&]page=${lastPage}(&|$)`));
  expect(page.url()).not.toContain('colour');
  await page.unrouteAll({ behavior: 'wait' });
}

interface Cards {
  path: string;
  call: string;
  label: string;
  size: number;
  /** Parameters that replace those of the call, if the demo has no matching rows. */
  instead?: Record<string, string>;
}

/** Every list that is no grid at any width, by the role that reads it. */
const cards: Record<string, Cards[]> = {
  'Data Requester': [
    {
      path: '/datasource',
      call: 'data_dictionary/data_sources',
      label: '',
      size: 9,
    },
    {
      path: '/requester/home?tab=all',
      call: 'data_requests',
      label: 'All Requests',
      size: 5,
    },
    {
      path: '/requester/myrequests?tab=all',
      call: 'data_requests',
      label: 'All Requests',
      size: 5,
    },
  ],
  'Data Access Reviewer': [
    { path: '/datarequests?tab=all', call: 'data_requests', label: 'All Requests', size: 10 },
    {
      path: '/datarequests/track',
      call: 'data_requests/history',
      label: 'Request Histories',
      size: 10,
    },
  ],
  Admin: [
    {
      path: '/admin/rolesrequests',
      call: 'users/assigned-roles/approve',
      label: 'Roles Requests',
      size: 10,
      instead: { role_status: 'Activated' },
    },
  ],
  'Super User': [
    { path: '/superuser/home?tab=all', call: 'data_requests', label: 'All Requests', size: 10 },
  ],
};

async function driveCards(
  page: Page,
  { path, call, label, size, instead }: Cards,
  isFirst: boolean,
) {
  await repeatRows(page, call, instead);
  const pages = Math.ceil(TOTAL / size);
  const list = label
    ? page.getByRole('list', { name: label, exact: true })
    : page.getByRole('main');
  await page.goto(withQuery(path, 'page=3'));
  await expect(page.getByText(`Page 3 of ${pages}`), `${path}: a link to page 3`).toBeVisible();
  await expect(list.getByRole('listitem').first()).toBeVisible();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText(`Page 4 of ${pages}`), `${path}: the next page`).toBeVisible();
  await page.goBack();
  await expect(page.getByText(`Page 3 of ${pages}`), `${path}: Back`).toBeVisible();
  await expect(page).toHaveURL(/[?&]page=3(&|$)/);
  if (isFirst) {
    await page.reload();
    await expect(page.getByText(`Page 3 of ${pages}`), `${path}: a reload`).toBeVisible();
  }
  await navigateInApp(page, withQuery(path, 'page=999'));
  await expect(page.getByText(`Page ${pages} of ${pages}`), `${path}: past the end`).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`[?&]page=${pages}(&|$)`));
  await page.unrouteAll({ behavior: 'wait' });
}

/** Inserts the id of the user's first request into an address that needs one. */
async function ownRequestIn(
  page: Page,
  headers: { Authorization: string },
  path: string,
): Promise<string> {
  if (!path.includes('{own}')) return path;
  const answer = await page.request.get('/api/v1/data_requests/?sort=request_id', { headers });
  const { data } = (await answer.json()) as { data: { request_id: number }[] };
  expect(data, 'the demonstration has requests of the requester').not.toHaveLength(0);
  return path.replace('{own}', String(data[0]?.request_id));
}

/**
 * The number of grids per test: those of a Super User are too many for the time limit of one test.
 */
const AT_ONCE = 7;

const parts = Object.entries(grids).flatMap(([role, each]) =>
  Array.from({ length: Math.ceil(each.length / AT_ONCE) }, (_, part) => ({
    role,
    part: part + 1,
    some: each.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  })),
);

for (const { role, part, some } of parts) {
  test(`every grid of a ${role} keeps page, size and order in its address, part ${part}`, async ({
    page,
  }) => {
    const headers = await beginSession(page, role);
    const added =
      role === 'Super User'
        ? await addRecords(page, headers, `part ${part}`)
        : { topic: '', version: '' };
    for (const [place, named] of some.entries()) {
      const path = named.path.replace('{topic}', added.topic).replace('{version}', added.version);
      const grid = { ...named, path: await ownRequestIn(page, headers, path) };
      await driveGrid(page, grid, place === 0);
    }
  });
}

test('every list of cards keeps its page in its address', async ({ browser, viewport }) => {
  for (const [role, each] of Object.entries(cards)) {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    await beginSession(page, role);
    for (const [place, list] of each.entries()) await driveCards(page, list, place === 0);
    await context.close();
  }
});

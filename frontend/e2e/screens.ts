import { fileURLToPath } from 'node:url';
import { expect, type Page, type Request } from '@playwright/test';
import { runnerImport } from 'vite';
import type { Path } from '../src/app/paths';
import { requestReaders, roleNames, type RoleName } from '../src/lib/roles';
import { beginSession, waitForTwoFrames, navigateInApp } from './aditus';
import { recordCreator } from './dictionary';
import { successfulData, submission } from './submissions';

type Headers = { Authorization: string };

const root = fileURLToPath(new URL('..', import.meta.url));
/**
 * The route table, loaded through Vite, which knows the aliases and constants of the application.
 */
const {
  module: { screens },
} = await runnerImport<typeof import('../src/app/routes')>('./src/app/routes.ts', {
  root,
  logLevel: 'error',
  resolve: { alias: { '@': `${root}src` } },
});

export type Visitor = 'Guest' | RoleName;

const firstVisitors: readonly Visitor[] = [
  'Guest',
  'Super User',
  'Data Requester',
  'Data Access Reviewer',
];

/** All visitors. The first one who may open a screen also opens its other tabs and steps. */
export const visitors: readonly Visitor[] = [...new Set([...firstVisitors, ...roleNames])];

const isOpenTo = (visitor: Visitor, { roles }: (typeof screens)[number]) =>
  visitor === 'Guest' ? roles === 'public' : roles !== 'public' && roles.includes(visitor);

/**
 * Addresses of screens whose path alone is not enough: with ids, and of other tabs and steps. Every
 * role opens the first address, one role opens the others. A name in braces is replaced by the id
 * of a record.
 */
const addresses: Partial<Record<Path, readonly string[]>> = {
  '/datasource': ['', '?search=birth'],
  '/datatable/:data_source': ['/datatable/1'],
  '/topics/:topic': ['/topics/1'],
  '/profile': [
    '',
    '?tab=phone',
    '?tab=email',
    '?section=security',
    '?section=activity',
    '?section=emails',
    '?section=calendar',
  ],
  '/requester/home': ['', '?tab=denied'],
  '/requester/singlerequest': [
    '?request_id={request}',
    '?request_id={request}&submitted=true',
    '?request_id={request}&tab=devices-staff',
    '?request_id={request}&tab=variables',
    '?request_id={request}&tab=track',
    '?request_id={request}&tab=history',
  ],
  '/requester/myrequests/datasets': ['?request_id={request}'],
  '/requester/myrequests/datasets/addvariables': ['?request_id={request}'],
  '/requester/myrequests/datasets/viewvariables': ['?request_id={request}'],
  '/requester/submitrequest': [
    '',
    '?draft={draft}',
    '?draft={draft}&step=study',
    '?draft={draft}&step=principal',
    '?draft={draft}&step=ethics',
    '?draft={draft}&step=purpose',
    '?draft={draft}&step=dataset',
    '?draft={draft}&step=specification',
    '?draft={draft}&step=devices-staff',
    '?draft={draft}&step=review',
  ],
  '/datarequest': ['?request_id={request}'],
  '/datarequest/preview': ['?request_id={request}'],
  // Request 12 was resubmitted.
  '/datarequest/track': ['?request_id={request}', '?request_id=12'],
  '/analyst/dqafilter': ['', '?data_source=2'],
  '/superuser/organisation': [
    '',
    '?org_id={organisation}',
    '?org_id={organisation}&tab=requests',
    '?org_id={organisation}&tab=roles',
  ],
  '/superuser/approval_procedure': ['', '?tab=stage_types', '?tab=history'],
  '/superuser/approval_procedure/:approval_id': [
    '/superuser/approval_procedure/1',
    '/superuser/approval_procedure/1?tab=stages',
    '/superuser/approval_procedure/1?tab=next_stages',
    '/superuser/approval_procedure/1?tab=template',
    '/superuser/approval_procedure/1?tab=trial',
    '/superuser/approval_procedure/1?tab=history',
  ],
  '/superuser/data_dictionary': ['', '?tab=custodians', '?tab=versions', '?tab=topics'],
  '/superuser/data_dictionary/import/:import_id': ['/superuser/data_dictionary/import/{import}'],
  '/superuser/data_dictionary/tables/:data_source': ['/superuser/data_dictionary/tables/1'],
  '/superuser/data_dictionary/variables/:table_id': ['/superuser/data_dictionary/variables/1'],
  '/superuser/data_dictionary/version_variable/:version_id': [
    '/superuser/data_dictionary/version_variable/{version}',
  ],
  '/superuser/data_dictionary/version_changes/:version_id': [
    '/superuser/data_dictionary/version_changes/{version}',
  ],
  '/superuser/data_dictionary/topic/:topic': ['/superuser/data_dictionary/topic/1'],
  '/superuser/reference-data': ['', '?tab=committees', '?tab=equipment', '?tab=facilities'],
  '/superuser/audit': ['', '?from=2001-01-01&until=2001-01-31'],
};

export interface Address {
  address: string;
  /** True if no earlier visitor may open the screen. */
  isFirst: boolean;
}

/**
 * Returns the addresses that a visitor opens, at least one for each permitted screen of the route
 * table.
 */
function addressesFor(visitor: Visitor, records: Readonly<Record<string, number>>): Address[] {
  const withIds = (address: string) => {
    const complete = address.replace(/\{(\w+)\}/g, (_, name: string) => String(records[name]));
    expect(complete, 'the table of addresses names every part of the path').not.toMatch(
      /[:*]|undefined/,
    );
    return complete;
  };
  return screens
    .filter((screen) => isOpenTo(visitor, screen))
    .flatMap((screen) => {
      const all = (addresses[screen.path] ?? ['']).map((address) =>
        withIds(address.startsWith('/') ? address : screen.path + address),
      );
      const isFirst = visitors.find((one) => isOpenTo(one, screen)) === visitor;
      return (isFirst ? all : all.slice(0, 1)).map((address) => ({ address, isFirst }));
    });
}

/** Returns the ids for the addresses of a visitor. Adds records that the demo lacks. */
async function createRecords(
  page: Page,
  visitor: RoleName,
  headers: Headers,
): Promise<Record<string, number>> {
  if (visitor === 'Data Requester') {
    // Request 7 was released. The draft has reached its last step.
    const content = await submission(page, headers, 'Every step of a draft');
    const withoutFiles = { ethics_doc_path: undefined, file_path: undefined };
    const list_of_staff = content.list_of_staff.map((member) => ({
      ...member,
      identification_file_path: undefined,
    }));
    const data = { ...content, ...withoutFiles, list_of_staff, reached: 8 };
    const draft = await successfulData<{ draft_id: number }>(
      await page.request.post('/api/v1/data_requests', { headers, data }),
    );
    return { request: 7, draft: draft.draft_id };
  }
  if (!requestReaders.includes(visitor)) return {};
  const [waiting] = await successfulData<{ request_id: number }[]>(
    await page.request.get('/api/v1/data_requests?page=1&page_size=1', { headers }),
  );
  const request = waiting!.request_id;
  if (visitor !== 'Super User') return { request };
  const organisations = await successfulData<{ org_id: number }[]>(
    await page.request.get('/api/v1/users/organizations/?domain=health-data.example', { headers }),
  );
  const add = recordCreator(page, headers);
  await add('version', { data_source: 1, message: 'The first of two' });
  const version = await add('version', { data_source: 1, message: 'The second of two' });
  const file = { name: 'notes.csv', mimeType: 'text/csv', buffer: Buffer.from('notes\n') };
  const multipart = { source: 'Files without columns', tables: file, variables: file };
  const begun = await successfulData<{ import_id: number }>(
    await page.request.post('/api/v1/data_dictionary/import/', { headers, multipart }),
  );
  return {
    request,
    organisation: organisations[0]!.org_id,
    version: version.version_id!,
    import: begun.import_id,
  };
}

/**
 * Opens one screen after the other as links of the application do, and waits until each shows its
 * data.
 */
class Visit {
  private readonly pending = new Set<Request>();
  private failed: string[] = [];

  constructor(private readonly page: Page) {
    page.on('request', (request) => this.pending.add(request));
    page.on('requestfinished', (request) => this.pending.delete(request));
    page.on('requestfailed', (request) => this.pending.delete(request));
    page.on('response', (response) => {
      if (response.status() >= 400) this.failed.push(`${response.status()} ${response.url()}`);
    });
  }

  async open(address: string): Promise<void> {
    const { page } = this;
    this.failed = [];
    await navigateInApp(page, address);
    await this.settle();
    expect(this.failed, address).toEqual([]);
    await expect(page.locator('h1').first()).toBeVisible();
    await expect(page.getByRole('heading', { name: '404 Page not found!' })).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe(address.split('?')[0]);
  }

  /** Waits until no call is under way and nothing on the screen is loading. */
  async settle(): Promise<void> {
    const { page } = this;
    await waitForTwoFrames(page);
    await expect(async () => {
      expect(this.pending.size, 'calls under way').toBe(0);
      await waitForTwoFrames(page);
      const waiting = page.locator('main').locator('[class*="MuiSkeleton"], [aria-busy=true]');
      expect(await waiting.count()).toBe(0);
      expect(this.pending.size, 'calls under way').toBe(0);
    }).toPass({ intervals: [50] });
  }
}

/**
 * Starts the session of a visitor. Returns the addresses to open, and the `Visit` that opens them.
 */
export async function visitEveryScreen(page: Page, visitor: Visitor) {
  const records =
    visitor === 'Guest'
      ? {}
      : await createRecords(page, visitor, await beginSession(page, visitor));
  const visit = new Visit(page);
  await page.goto('/about-aditus');
  await visit.settle();
  return { addresses: addressesFor(visitor, records), visit };
}

import { expect, test, type Page } from '@playwright/test';
import { beginSession, createSession, emailOf } from './aditus';
import { signInByCall } from './people';
import { requireAction, submit, successfulData } from './submissions';

interface Source {
  data_source_id: number;
  source: string;
}

/** Returns the first two data sources, and some variables of the second. */
async function readSources(page: Page) {
  const path = '/api/v1/data_dictionary';
  const [first, second] = await successfulData<Source[]>(
    await page.request.get(`${path}/data_sources/`),
  );
  const { data_source_id } = second!;
  const variables = await successfulData<{ var_id: number }[]>(
    await page.request.get(`${path}/data_dictionary/?data_source=${data_source_id}&page_size=3`),
  );
  const dataset_variables = variables.map(({ var_id }) => var_id);
  return { first: first!, second: second!, picked: { data_source_id, dataset_variables } };
}

/**
 * Submits three requests that wait for the Data Access Reviewer: `cots` of one person, `ambulances`
 * and `beds` of a person of another organisation. `beds` has another source and requires action of
 * its requester.
 */
async function submitThree(page: Page, word: string) {
  const titles = {
    cots: `Cots by ward, ${word}`,
    ambulances: `Ambulances by district, ${word}`,
    beds: `Beds by month, ${word}`,
  };
  const sources = await readSources(page);
  const { headers: first } = await createSession(page, 'Data Requester');
  const second = await signInByCall(page, emailOf('Data Requester 2'));
  await submit(page, first, titles.cots);
  await submit(page, second, titles.ambulances);
  const beds = await submit(page, second, titles.beds, sources.picked);
  const { headers: reviewer } = await createSession(page, 'Data Access Reviewer');
  await requireAction(page, reviewer, beds, ['Has the List of Devices Form been filed?']);
  return { titles, sources };
}

test('a reviewer filters and sorts the requests, and a reload and Back keep both @phone', async ({
  page,
}, { project }) => {
  const word = `Filtered${project.name}`;
  const { titles, sources } = await submitThree(page, word);
  const { cots, ambulances, beds } = titles;
  await beginSession(page, 'Data Access Reviewer');
  await page.goto(`/datarequests?search=${word}`);
  const list = page.getByRole('list', { name: 'Pending Requests' });
  const shown = list.getByRole('heading');
  const filter = (name: string) => page.getByRole('combobox', { name, exact: true });
  // On a phone, the filters are behind a button that counts them.
  const openFilters = async (active: number) => {
    if (project.name !== 'phone') return;
    const name = active ? `Filter (${active})` : 'Filter';
    await page.getByRole('button', { name, exact: true }).click();
  };
  await expect(shown).toHaveText([cots, ambulances, beds]);
  await openFilters(0);

  await filter('Sort by').selectOption('Title, A to Z');
  await expect(shown).toHaveText([ambulances, beds, cots]);
  await filter('Data source').selectOption(sources.second.source);
  await expect(shown).toHaveText([beds]);
  await filter('Data source').selectOption(sources.first.source);
  await expect(shown).toHaveText([ambulances, cots]);
  await filter('Organisation').selectOption('Halden University');
  await expect(shown).toHaveText([cots]);
  await filter('Organisation').selectOption('All organisations');
  await filter('Data source').selectOption('All data sources');
  await filter('Waiting for').selectOption('The requester');
  await expect(shown).toHaveText([beds]);
  await filter('Waiting for').selectOption('Me');
  await expect(shown).toHaveText([ambulances, cots]);
  await filter('Organisation').selectOption('Halden University');
  await expect(shown).toHaveText([cots]);

  // The address keeps them, for a reload and for the way back from a request.
  const query = new URL(page.url()).searchParams;
  expect(query.get('sort')).toBe('title');
  expect(query.get('waits_for')).toBe('me');
  expect(query.get('org_id')).toMatch(/^\d+$/);
  const expectSame = async () => {
    await expect(shown).toHaveText([cots]);
    await openFilters(3);
    await expect(filter('Sort by')).toHaveValue('title');
    await expect(filter('Waiting for')).toHaveValue('me');
    await expect(filter('Organisation')).toHaveValue(query.get('org_id')!);
  };
  await page.reload();
  await expectSame();
  await list.getByRole('link', { name: cots }).click();
  await expect(page.getByRole('heading', { level: 1, name: cots })).toBeVisible();
  await page.goBack();
  await expectSame();

  // Nothing is a week old. The filters are cleared together, and the search stays.
  await filter('Age').selectOption('7 days or older');
  await expect(page.getByText('No Data requests found')).toBeVisible();
  await expect(page.getByText('Choose other filters, or clear them.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(shown).toHaveText([cots, ambulances, beds]);
  await expect(page).toHaveURL((url) => url.search === `?search=${word}`);
  await expect(page.getByRole('searchbox', { name: 'Search requests' })).toHaveValue(word);
});

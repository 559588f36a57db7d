import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { RoleName } from '@/lib/roles';
import { renderApp, signInAs } from '@/testing/render';
import { refuse, server, url } from '@/testing/server';
import { screens } from './routes';

const datasets = '/requester/myrequests/datasets';
const dictionary = '/superuser/data_dictionary';

/** Addresses with an invalid id, or with the id of a missing record. */
const addresses: readonly (readonly [path: string, role: RoleName])[] = [
  ['/requester/singlerequest?request_id=abc', 'Data Requester'],
  [`${datasets}?request_id=abc`, 'Data Requester'],
  [`${datasets}/addvariables?request_id=-1`, 'Data Requester'],
  [`${datasets}/viewvariables?request_id=0`, 'Data Requester'],
  ['/requester/submitrequest?draft=abc', 'Data Requester'],
  ['/datarequest?request_id=9e9', 'Super User'],
  ['/datarequest/preview?request_id=1%00', 'Super User'],
  ['/datarequest/track?request_id=1,2', 'Super User'],
  ['/datatable/abc', 'Data Requester'],
  ['/datatable/99999', 'Data Requester'],
  ['/topics/abc', 'Data Requester'],
  ['/superuser/approval_procedure/abc', 'Super User'],
  [`${dictionary}/import/abc`, 'Super User'],
  [`${dictionary}/tables/abc`, 'Super User'],
  [`${dictionary}/variables/abc`, 'Super User'],
  [`${dictionary}/version_variable/abc`, 'Super User'],
  [`${dictionary}/version_changes/abc`, 'Super User'],
  [`${dictionary}/topic/abc`, 'Super User'],
  ['/superuser/organisation?org_id=99999', 'Super User'],
  ['/superuser/organisation?org_id=abc', 'Super User'],
];

const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  server.use(
    ...['data_requests/*', 'data_dictionary/*', 'users/organizations/*', 'users/detailuser'].map(
      (path) =>
        http.get(url(path), ({ request }) => {
          asked.push(...(new URL(request.url).pathname.match(/\d+(?=\/?$)/g) ?? []));
          return refuse(404, 'There is no such record.');
        }),
    ),
  );
});

it.each(addresses)('%s reports the wrong id and offers a way to continue', async (path, role) => {
  signInAs(role);
  renderApp(path);
  await screen.findByRole('heading', { level: 1 });
  const main = screen.getByRole('main');
  await waitFor(() => {
    expect(main.querySelector('.MuiSkeleton-root')).toBeNull();
    expect(within(main).getByText(/^No |no such|not found/i)).toBeVisible();
  });
  expect(within(main).getAllByRole('link').length).toBeGreaterThan(0);
  expect(asked.filter((id) => !['0', '99999'].includes(id))).toEqual([]);
});

it('covers every screen with a record id in its path', () => {
  const named = screens.map(({ path }) => path).filter((path) => path.includes('/:'));
  const missing = named.filter((path) => {
    const start = path.slice(0, path.indexOf(':'));
    return !addresses.some(([address]) => address.startsWith(start));
  });
  expect(missing).toEqual([]);
});

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

it('parses every id in an address with the same parser', () => {
  const own = Object.entries(sources)
    .filter(([, text]) => /Number\((useParams\(\)|params\.get\(')/.test(text))
    .map(([path]) => path);
  expect(own).toEqual([]);
});

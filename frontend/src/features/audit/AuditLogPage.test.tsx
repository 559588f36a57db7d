import { screen, waitFor, within } from '@testing-library/react';
import dayjs from 'dayjs';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ActEntry } from '@/api/models';
import { makeEntry, makeSignIn } from '@/testing/auditFactories';
import { catchDownloads } from '@/testing/downloads';
import { renderPart, signInAs } from '@/testing/render';
import { makeOrganisation, makePerson } from '@/testing/roleFactories';
import { answerEntries, answerList, refuse, server, url } from '@/testing/server';
import AuditLogPage from './AuditLogPage';

const path = '/superuser/audit';
const kinds = [
  { kind: 'account.signed_in', words: 'Signed in' },
  { kind: 'request.commented', words: 'Comment' },
];

let entries: ActEntry[];
let more: Parameters<typeof answerEntries>[1];
const asked: Record<string, string>[] = [];

beforeEach(() => {
  asked.length = 0;
  entries = [makeSignIn(52), makeEntry(51)];
  more = {};
  signInAs('Super User');
  server.use(
    http.get(url('audit/kinds'), () => answerList(kinds)),
    http.get(url('audit/entries'), ({ request }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams));
      return answerEntries(entries, more);
    }),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const address = () => screen.getByTestId('location').textContent;
const open = async (query = '') => {
  const rendered = renderPart(<AuditLogPage />, path + query);
  await screen.findByRole('heading', { name: 'Audit log' });
  return rendered.user;
};

it('shows each act with its author, subject and request', async () => {
  await open();
  const table = await screen.findByRole('table', { name: 'Audit log' });
  const [, first, second] = within(table).getAllByRole('row');
  expect(within(first!).getByText('Signed in')).toBeVisible();
  // One's own act names one person.
  expect(within(first!).getAllByRole('link', { name: 'Amara Linwood' })).toHaveLength(1);
  expect(within(first!).getByText('Firefox on Linux · Session 8')).toBeVisible();
  expect(within(second!).getByRole('link', { name: 'DAC0011' })).toHaveAttribute(
    'href',
    '/datarequest?request_id=11',
  );
  expect(within(second!).getByText(/^Ethics · Action required/)).toBeVisible();
  expect(within(second!).getByText(/2026/).closest('time')).toHaveAttribute(
    'datetime',
    '2026-03-05T14:07:31.250Z',
  );
  expect(asked).toEqual([{ changes: 'true', page_size: '20' }]);
});

it('puts the page into the address, so that links to it keep working', async () => {
  more = { has_older: true };
  const user = await open('?kind=account.signed_in');
  const newer = await screen.findByRole('button', { name: 'Newer' });
  expect(newer).toBeDisabled();
  more = { has_newer: true, has_older: true };
  await user.click(screen.getByRole('button', { name: 'Older' }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ before: '51' }));
  expect(address()).toBe(`${path}?kind=account.signed_in&before=51`);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Newer' })).toBeEnabled());
  await user.click(screen.getByRole('button', { name: 'Newer' }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ after: '52' }));
  expect(address()).toBe(`${path}?kind=account.signed_in&after=52`);
});

it('filters by kind, starting at the newest entry', async () => {
  const user = await open('?before=40');
  await user.click(await screen.findByRole('combobox', { name: 'What was done' }));
  await user.click(await screen.findByRole('option', { name: 'Comment' }));
  await waitFor(() => expect(asked.at(-1)).toEqual({ kind: 'request.commented', page_size: '20' }));
  expect(address()).toBe(`${path}?kind=request.commented`);
  await user.click(screen.getByRole('button', { name: 'Clear Filter' }));
  await waitFor(() => expect(asked.at(-1)).toEqual({ changes: 'true', page_size: '20' }));
  expect(address()).toBe(path);
});

it('starts with decisions and changes, and shows everything on demand', async () => {
  const user = await open();
  const field = await screen.findByRole('combobox', { name: 'What was done' });
  expect(field).toHaveValue('Decisions and changes');
  await user.click(field);
  await user.click(await screen.findByRole('option', { name: 'Everything' }));
  await waitFor(() => expect(asked.at(-1)).toEqual({ page_size: '20' }));
  expect(address()).toBe(`${path}?kind=all`);
});

it('names records and organisations in place of their ids, with links', async () => {
  entries = [
    makeEntry(54, {
      kind: 'record.changed',
      words: 'Record changed',
      request: null,
      details: { record: 'Variable', id: 88 },
      records: [
        { record: 'Variable', id: 88, name: 'birth_weight', parent: { id: 5, name: 'Deliveries' } },
      ],
    }),
    makeEntry(53, {
      kind: 'role.decided',
      words: 'Role status changed',
      concerns: { user_id: 30, name: 'Hugo Wendell' },
      request: null,
      details: {
        user: 30,
        role: 'Data Custodian',
        status: 'Approved',
        assigned_role: 9,
        organisation: 7,
      },
      records: [{ record: 'Organisation', id: 7, name: 'Halden University', parent: null }],
    }),
    makeEntry(52, { request: null, details: { record: 'Data source', id: 6 } }),
  ];
  await open();
  const table = await screen.findByRole('table', { name: 'Audit log' });
  const [, variable, role, deleted] = within(table).getAllByRole('row');
  expect(variable).toHaveTextContent('Variable birth_weight (Deliveries)');
  expect(within(variable!).getByRole('link', { name: 'birth_weight' })).toHaveAttribute(
    'href',
    '/superuser/data_dictionary/variables/5?search=birth_weight',
  );
  expect(role).toHaveTextContent(
    'Data Custodian · Status Approved · Organisation Halden University',
  );
  expect(role).not.toHaveTextContent(/Assigned role|Organisation 7/);
  expect(within(role!).getByRole('link', { name: 'Halden University' })).toHaveAttribute(
    'href',
    '/superuser/organisation?search=Halden+University',
  );
  expect(within(role!).getByRole('link', { name: 'Hugo Wendell' })).toBeVisible();
  expect(deleted).toHaveTextContent('Data source · Id 6');
});

it('filters by a request, in each form of its reference', async () => {
  const user = await open();
  const field = await screen.findByRole('textbox', { name: 'Data Request' });
  await user.type(field, 'REQ000012{Enter}');
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ request_id: '12' }));
  expect(field).toHaveValue('DAC0012');
  await user.clear(field);
  await user.type(field, 'Malaria{Enter}');
  expect(screen.getByText('Enter a reference, such as DAC0012.')).toBeVisible();
});

it('filters by days in the local time zone', async () => {
  await open('?from=2026-03-01&until=2026-03-05');
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({
    from: dayjs('2026-03-01').startOf('day').toISOString(),
    until: dayjs('2026-03-06').startOf('day').toISOString(),
  });
});

it('filters by a person, who is chosen by organisation', async () => {
  const organisation = makeOrganisation({ org_id: 3, name: 'Halden University' });
  const person = makePerson({ user_id: 21, fname: 'Amara', sname: 'Linwood' });
  server.use(
    http.get(url('users/organizations'), () => answerList([organisation])),
    http.get(url('users/organization-users'), () => answerList([person])),
  );
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Find a person' }));
  await user.click(await screen.findByRole('combobox', { name: 'Organisation of the person' }));
  await user.click(await screen.findByRole('option', { name: 'Halden University' }));
  more = { person: { user_id: 21, name: 'Amara Linwood' } };
  await user.click(await screen.findByRole('combobox', { name: 'Person' }));
  await user.click(await screen.findByRole('option', { name: /Amara.*Linwood/ }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ person: '21' }));
  expect(address()).toBe(`${path}?person=21`);
  expect(await screen.findByText('Person: Amara Linwood')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show everyone' }));
  await waitFor(() => expect(address()).toBe(path));
});

it('links a name to all entries about this person', async () => {
  const user = await open('?kind=account.signed_in&before=60');
  const table = await screen.findByRole('table');
  await user.click(within(table).getAllByRole('link', { name: 'Amara Linwood' })[0]!);
  await waitFor(() =>
    expect(asked.at(-1)).toEqual({ kind: 'account.signed_in', person: '21', page_size: '20' }),
  );
});

it('removes invalid filters and positions from the address', async () => {
  await open('?kind=account.danced&person=Amara&before=x&until=2026-02-31&from=2026-02-01');
  await waitFor(() => expect(address()).toBe(`${path}?from=2026-02-01`));
  await waitFor(() => expect(asked.at(-1)).toHaveProperty('from'));
  expect(asked.every((query) => !('kind' in query) && !('until' in query))).toBe(true);
});

it('shows a text when no entry matches', async () => {
  entries = [];
  const user = await open('?request_id=999');
  expect(await screen.findByText('No entries found')).toBeVisible();
  expect(screen.getByText(/clear the filter/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear Filter' }));
  expect(await screen.findByText('No decisions or changes have been recorded yet.')).toBeVisible();
});

it('offers the newest entries at a position without entries', async () => {
  entries = [];
  const user = await open('?before=1');
  entries = [makeEntry(51)];
  await user.click(await screen.findByRole('button', { name: 'Show the newest entries' }));
  expect(await screen.findByRole('table')).toBeVisible();
  expect(address()).toBe(path);
});

it('offers to try again when the entries cannot be loaded', async () => {
  server.use(http.get(url('audit/entries'), () => refuse(500, 'Something went wrong')));
  const user = await open();
  expect(await screen.findByText('Something went wrong')).toBeVisible();
  server.use(http.get(url('audit/entries'), () => answerEntries(entries)));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table')).toBeVisible();
});

it('downloads the filtered entries, and shows the reason of a refusal', async () => {
  const saved = catchDownloads();
  const queries: string[] = [];
  server.use(
    http.get(url('audit/entries/csv'), ({ request }) => {
      queries.push(new URL(request.url).search);
      return queries.length === 1
        ? refuse(400, 'More than 100000 entries match.')
        : new HttpResponse('entry_id', { headers: { 'content-type': 'text/csv' } });
    }),
  );
  const user = await open('?kind=account.signed_in&before=60');
  await screen.findByRole('table');
  const button = screen.getByRole('button', { name: 'Download as CSV' });
  await user.click(button);
  expect(await screen.findByText('More than 100000 entries match.')).toBeVisible();
  await user.click(button);
  await waitFor(() => expect(saved).toEqual(['record_of_acts.csv']));
  expect(screen.queryByText('More than 100000 entries match.')).not.toBeInTheDocument();
  expect(queries[1]).toBe('?kind=account.signed_in');
});

it('shows each entry as a card on a phone', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), {
        matches: media.includes('max-width'),
        media,
        addListener: () => {},
        removeListener: () => {},
      }) as unknown as MediaQueryList,
  );
  await open();
  const list = await screen.findByRole('list', { name: 'Audit log' });
  const [first] = within(list).getAllByRole('listitem');
  expect(within(first!).getByText('Signed in')).toBeVisible();
  expect(within(first!).getByText('Firefox on Linux · Session 8')).toBeVisible();
});

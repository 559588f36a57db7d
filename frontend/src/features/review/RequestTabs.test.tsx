import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart, signInAs } from '@/testing/render';
import { makeDue, makeRequestRow } from '@/testing/reviewFactories';
import { answer, answerList, server, url } from '@/testing/server';
import { RequestTabs } from './RequestTabs';

const asked: URLSearchParams[] = [];
const counts = {
  ...{ incoming: 3, pending: 12, approved: 4, denied: 2, all: 21, history: 8 },
  with_requester: 0,
  overdue: 0,
};

beforeEach(() => {
  asked.length = 0;
  server.use(
    http.get(url('data_requests/counts'), () => answer(counts)),
    http.get(url('data_requests'), ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return answerList([makeRequestRow()], 12);
    }),
  );
});

it('shows Pending first, with counts on all tabs, and links to the review', async () => {
  signInAs('Data Security Reviewer');
  renderPart(<RequestTabs />);
  expect(await screen.findByRole('tab', { name: /Pending Requests.*12/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  expect(screen.getByRole('tab', { name: /Incoming Requests.*3/ })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Review Request DAC0011' })).toHaveAttribute(
    'href',
    '/datarequest?request_id=11',
  );
  expect(screen.getByRole('link', { name: 'Track Request DAC0011' })).toHaveAttribute(
    'href',
    '/datarequest/track?request_id=11',
  );
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    org_role_id: '18',
    status: '["Unattended"]',
    page: '1',
    page_size: '10',
  });
  expect(screen.getByText('Page 1 of 2')).toBeVisible();
});

it('shows the stages, the age in words and the whole request in one row', async () => {
  signInAs('Data Security Reviewer');
  renderPart(<RequestTabs />);
  const row = await screen.findByRole('listitem');
  expect(row).toHaveTextContent('2 of 6 stages approved');
  expect(row).toHaveTextContent('DAC0011 · Amara Linwood, Halden University · Civil Registration');
  expect(within(row).getByText('8 days ago')).toBeInTheDocument();
  expect(within(row).getByText('8 d')).toHaveAttribute('aria-hidden', 'true');
  expect(within(row).queryByText('Action required')).not.toBeInTheDocument();
});

it('distinguishes requests to decide from those that wait for the requester', async () => {
  const blocked = makeRequestRow({
    request_id: 12,
    reference: 'DAC0012',
    title: 'Deaths by cause',
    may_decide: false,
    blocked_until: '2027-01-15T12:00:00Z',
    waiting_text: 'Waiting for the requester: 1 action required, 46 hours left',
  });
  server.use(
    http.get(url('data_requests/counts'), () =>
      answer({ ...counts, pending: 3, with_requester: 2 }),
    ),
    http.get(url('data_requests'), () => answerList([makeRequestRow(), blocked], 3)),
  );
  signInAs('Data Security Reviewer');
  const { user } = renderPart(<RequestTabs />);
  expect(await screen.findByText('1 to decide · 2 with the requester')).toBeVisible();
  expect(
    await screen.findByText('Waiting for the requester: 1 action required, 46 hours left'),
  ).toBeVisible();
  expect(screen.getAllByText('Action required')).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Review Request DAC0011' })).toHaveClass(
    'MuiButton-contained',
  );
  expect(screen.getByRole('link', { name: 'Review Request DAC0012' })).toHaveClass(
    'MuiButton-outlined',
  );
  expect(screen.getByRole('link', { name: 'Deaths by cause' })).toHaveAttribute(
    'href',
    '/datarequest?request_id=12',
  );
  await user.click(screen.getByRole('tab', { name: /All Requests/ }));
  expect(screen.queryByText('1 to decide · 2 with the requester')).not.toBeInTheDocument();
});

it('shows the due date of a request, with its state in words', async () => {
  const rows = [
    makeRequestRow({ due: makeDue({ state: 'Due soon' }) }),
    makeRequestRow({ request_id: 12, due: makeDue({ on: '2026-11-27', state: 'Overdue' }) }),
    makeRequestRow({ request_id: 13, due: makeDue({ on: null }) }),
    makeRequestRow({ request_id: 14 }),
  ];
  server.use(http.get(url('data_requests'), () => answerList(rows)));
  signInAs('Data Security Reviewer');
  renderPart(<RequestTabs />);
  const [soon, late, paused, none] = await screen.findAllByRole('listitem');
  expect(soon).toHaveTextContent('Due 04 December 2026 · Due soon');
  expect(late).toHaveTextContent('Due 27 November 2026 · Overdue');
  expect(paused).toHaveTextContent('Paused until a comment is resolved');
  expect(none).not.toHaveTextContent(/Due|Paused/);
});

it.each(['Data Security Reviewer', 'Super User'] as const)(
  'counts the overdue requests on the Pending tab of a %s, once',
  async (role) => {
    server.use(
      http.get(url('data_requests/counts'), () =>
        answer({ ...counts, with_requester: 2, overdue: 2 }),
      ),
    );
    signInAs(role);
    const { user } = renderPart(<RequestTabs />);
    const name = /Pending Requests\s*12\s*,\s*2 overdue$/;
    expect(await screen.findByRole('tab', { name })).toBeVisible();
    expect(screen.getAllByText(/overdue/)).toHaveLength(1);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Due' }), 'Overdue');
    await waitFor(() => expect(asked.at(-1)?.get('due')).toBe('Overdue'));
    await user.click(screen.getByRole('tab', { name: /Approved Requests/ }));
    expect(screen.getByRole('tab', { name })).toBeVisible();
  },
);

it('links to the preview from the other tabs', async () => {
  signInAs('Data Custodian');
  const { user } = renderPart(<RequestTabs />);
  await user.click(await screen.findByRole('tab', { name: /Approved Requests/ }));
  expect(screen.getByTestId('location')).toHaveTextContent('?tab=approved');
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'View Request DAC0011' })).toHaveAttribute(
      'href',
      '/datarequest/preview?request_id=11',
    ),
  );
});

it('shows the specified text for an empty list', async () => {
  server.use(http.get(url('data_requests'), () => answerList([])));
  signInAs('Super User');
  const { unmount } = renderPart(<RequestTabs />, '/?tab=denied');
  expect(await screen.findByText('No denied Data requests found')).toBeVisible();
  unmount();
  renderPart(<RequestTabs />, '/?tab=approved');
  expect(await screen.findByText('No denied Data requests found')).toBeVisible();
});

describe('the filters', () => {
  const lastAsked = () => Object.fromEntries(asked.at(-1) ?? []);

  beforeEach(() => {
    server.use(
      http.get(url('data_requests/filter_choices'), () =>
        answer({
          data_sources: [
            { data_source_id: 3, source: 'Civil Registration' },
            { data_source_id: 5, source: 'Health Facility Reporting of the Lake Region' },
          ],
          organizations: [{ org_id: 8, name: 'Halden University' }],
        }),
      ),
    );
    signInAs('Data Security Reviewer');
  });

  it('limit and sort the list on the server, and are in the address', async () => {
    const { user } = renderPart(<RequestTabs />, '/?page=2');
    await screen.findByRole('option', { name: 'Civil Registration' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Data source' }), '5');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Organisation' }), '8');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Waiting for' }), 'Me');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Age' }), '14 days or older');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Title, A to Z');
    await waitFor(() =>
      expect(lastAsked()).toEqual({
        org_role_id: '18',
        status: '["Unattended"]',
        data_source_id: '5',
        org_id: '8',
        waits_for: 'me',
        older_than_days: '14',
        sort: 'title',
        page: '1',
        page_size: '10',
      }),
    );
    expect(screen.getByTestId('location')).toHaveTextContent(
      '?data_source_id=5&org_id=8&waits_for=me&older_than_days=14&sort=title',
    );
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(lastAsked()).not.toHaveProperty('sort'));
    expect(lastAsked()).not.toHaveProperty('data_source_id');
    expect(screen.queryByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument();
  });

  it('are read from the address, also values that no longer occur', async () => {
    server.use(http.get(url('data_requests'), () => answerList([])));
    renderPart(<RequestTabs />, '/?data_source_id=77&older_than_days=10&sort=-date_created');
    expect(await screen.findByRole('option', { name: 'None of this list' })).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Data source' })).toHaveValue('77');
    expect(screen.getByRole('combobox', { name: 'Age' })).toHaveDisplayValue('10 days or older');
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveDisplayValue('Newest first');
    expect(await screen.findByText(/Choose other filters, or clear them/)).toBeVisible();
  });

  it('offer only parties that requests on the tab can wait for', async () => {
    const parties = () =>
      within(screen.getByRole('combobox', { name: 'Waiting for' }))
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    const { user } = renderPart(<RequestTabs />, '/?waits_for=me');
    await waitFor(() => expect(lastAsked()).toHaveProperty('waits_for', 'me'));
    expect(parties()).toEqual(['Anyone', 'Me', 'The requester']);
    await user.click(screen.getByRole('tab', { name: /Incoming Requests/ }));
    expect(parties()).toEqual(['Anyone', 'The requester', 'Others']);
    await waitFor(() => expect(lastAsked()).toHaveProperty('status', '["Incoming"]'));
    expect(lastAsked()).not.toHaveProperty('waits_for');
    await user.click(screen.getByRole('tab', { name: /Approved Requests/ }));
    expect(screen.queryByRole('combobox', { name: 'Waiting for' })).not.toBeInTheDocument();
  });

  it('limit the list to due dates and sort by them, on tabs whose requests wait', async () => {
    const { user } = renderPart(<RequestTabs />);
    const due = await screen.findByRole('combobox', { name: 'Due' });
    expect(
      within(due)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Any due date', 'Due soon', 'Overdue']);
    await user.selectOptions(due, 'Due soon');
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'Sort by' }),
      'Earliest due first',
    );
    await waitFor(() => expect(lastAsked()).toMatchObject({ due: 'Due soon', sort: 'due_on' }));
    expect(screen.getByTestId('location')).toHaveTextContent('?due=Due+soon&sort=due_on');
    await user.click(screen.getByRole('tab', { name: /Denied Requests/ }));
    expect(screen.queryByRole('combobox', { name: 'Due' })).not.toBeInTheDocument();
    await waitFor(() => expect(lastAsked()).not.toHaveProperty('due'));
    await user.click(screen.getByRole('tab', { name: /Pending Requests/ }));
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(lastAsked()).not.toHaveProperty('sort'));
    expect(lastAsked()).not.toHaveProperty('due');
  });

  it('ignore an unknown due state in the address', async () => {
    renderPart(<RequestTabs />, '/?due=On+time');
    expect(await screen.findByRole('combobox', { name: 'Due' })).toHaveValue('');
    await waitFor(() => expect(asked).not.toHaveLength(0));
    expect(lastAsked()).not.toHaveProperty('due');
  });

  it('are behind one button on a phone', async () => {
    vi.stubGlobal('matchMedia', (media: string) =>
      Object.assign(new EventTarget(), {
        matches: media.includes('max-width'),
        media,
        addListener: () => {},
        removeListener: () => {},
      }),
    );
    const { user } = renderPart(<RequestTabs />, '/?org_id=8');
    const button = await screen.findByRole('button', { name: 'Filter (1)' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('combobox', { name: 'Organisation' })).not.toBeInTheDocument();
    await user.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    await screen.findByRole('option', { name: 'Halden University' });
    expect(screen.getByRole('combobox', { name: 'Organisation' })).toHaveValue('8');
    // The tabs wrap instead of being scrolled and cut off.
    expect(screen.getByRole('tablist').parentElement).toHaveClass('MuiTabs-fixed');
  });
});

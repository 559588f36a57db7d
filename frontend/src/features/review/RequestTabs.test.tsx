import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { renderPart, signInAs } from '@/testing/render';
import { makeRequestRow } from '@/testing/reviewFactories';
import { answer, answerList, server, url } from '@/testing/server';
import { RequestTabs } from './RequestTabs';

const asked: URLSearchParams[] = [];
const counts = {
  ...{ incoming: 3, pending: 12, approved: 4, denied: 2, all: 21, history: 8 },
  with_requester: 0,
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

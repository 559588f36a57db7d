import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { makeRole, makeUser } from '@/testing/factories';
import { renderApp, signInAs } from '@/testing/render';
import { makeDue, makeRequestRow } from '@/testing/reviewFactories';
import { answer, answerList, server, url } from '@/testing/server';

const counts = { incoming: 1, pending: 3, approved: 4, denied: 0, all: 8, history: 6 };
let asked = '';

beforeEach(() => {
  asked = '';
  server.use(
    http.get(url('users/detailuser'), () =>
      answer(null, { user: makeUser({ assigned_roles: [makeRole('Data Access Reviewer')] }) }),
    ),
    http.get(url('data_requests/counts'), () =>
      answer({ ...counts, with_requester: 2, overdue: 1 }),
    ),
    http.get(url('data_requests'), ({ request }) => {
      asked = new URL(request.url).search;
      return answerList([
        makeRequestRow({
          waiting_text: 'Waiting for the requester: 1 action required, 46 hours left',
          may_decide: false,
          due: makeDue({ on: null }),
        }),
      ]);
    }),
  );
  signInAs('Data Access Reviewer');
});

it('counts requests to decide apart from those with the requester', async () => {
  renderApp('/accessreviewer/home');
  const toDecide = await screen.findByRole('link', { name: /^To decide\s*1/ });
  expect(toDecide).toHaveAttribute('href', '/datarequests?waits_for=me');
  expect(screen.getByRole('link', { name: /^With the requester\s*2/ })).toHaveAttribute(
    'href',
    '/datarequests?waits_for=requester',
  );
  expect(
    await screen.findByText('Waiting for the requester: 1 action required, 46 hours left'),
  ).toBeVisible();
});

it('shows due dates, and leads to the overdue requests', async () => {
  const { user } = renderApp('/accessreviewer/home');
  expect(await screen.findByText('Paused until a comment is resolved')).toBeVisible();
  await user.click(await screen.findByRole('link', { name: '1 overdue' }));
  expect(await screen.findByRole('combobox', { name: 'Due' })).toHaveValue('Overdue');
  await waitFor(() => expect(asked).toContain('due=Overdue'));
});

it('leads from a card to the list with the filter of its count', async () => {
  const { user } = renderApp('/accessreviewer/home');
  await user.click(await screen.findByRole('link', { name: /^With the requester\s*2/ }));
  expect(await screen.findByRole('combobox', { name: 'Waiting for' })).toHaveDisplayValue(
    'The requester',
  );
  await waitFor(() => expect(asked).toContain('waits_for=requester'));
});

import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { renderPart, signInAs } from '@/testing/render';
import { makeDue, makeRequestRow } from '@/testing/reviewFactories';
import { answer, answerList, server, url } from '@/testing/server';
import RequestHistoriesPage from './RequestHistoriesPage';

it('counts the overdue requests, and filters and sorts by due date', async () => {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get(url('data_requests/counts'), () =>
      answer({
        ...{ incoming: 3, pending: 12, approved: 4, denied: 2, all: 21, history: 1 },
        ...{ with_requester: 0, overdue: 2 },
      }),
    ),
    http.get(url('data_requests/history'), ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return answerList([makeRequestRow({ due: makeDue() })]);
    }),
  );
  signInAs('Data Custodian');
  const { user } = renderPart(<RequestHistoriesPage />);
  expect(await screen.findByText('waiting for a decision · 2 overdue')).toBeVisible();
  expect(await screen.findByText('Due 04 December 2026 · On time')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Due' }), 'Overdue');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Earliest due first');
  await waitFor(() => expect(asked.at(-1)?.get('sort')).toBe('due_on'));
  expect(asked.at(-1)?.get('due')).toBe('Overdue');
});

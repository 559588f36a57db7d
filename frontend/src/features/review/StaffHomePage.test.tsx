import { screen } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { makeRole, makeUser } from '@/testing/factories';
import { renderApp, signInAs } from '@/testing/render';
import { makeRequestRow } from '@/testing/reviewFactories';
import { answer, answerList, server, url } from '@/testing/server';

it('counts requests to decide apart from those with the requester', async () => {
  const counts = { incoming: 1, pending: 3, approved: 4, denied: 0, all: 8, history: 6 };
  server.use(
    http.get(url('users/detailuser'), () =>
      answer(null, { user: makeUser({ assigned_roles: [makeRole('Data Access Reviewer')] }) }),
    ),
    http.get(url('data_requests/counts'), () => answer({ ...counts, with_requester: 2 })),
    http.get(url('data_requests'), () =>
      answerList([
        makeRequestRow({
          waiting_text: 'Waiting for the requester: 1 action required, 46 hours left',
          may_decide: false,
        }),
      ]),
    ),
  );
  signInAs('Data Access Reviewer');
  renderApp('/accessreviewer/home');
  const toDecide = await screen.findByRole('link', { name: /^To decide\s*1/ });
  expect(toDecide).toHaveAttribute('href', '/datarequests');
  expect(screen.getByRole('link', { name: /^With the requester\s*2/ })).toHaveAttribute(
    'href',
    '/datarequests',
  );
  expect(
    await screen.findByText('Waiting for the requester: 1 action required, 46 hours left'),
  ).toBeVisible();
});

import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { HeldDrafts } from '@/testing/drafts';
import { makeUser } from '@/testing/factories';
import { renderApp, signInAs } from '@/testing/render';
import { answer, answerList, server, url } from '@/testing/server';

let held = new HeldDrafts();

beforeEach(() => {
  localStorage.clear();
  held = new HeldDrafts();
  server.use(
    ...held.handlers,
    http.get(url('users/detailuser'), () => answer(null, { user: makeUser() })),
    http.get(url('data_requests/counts'), () =>
      answer({
        incoming: 0,
        pending: 0,
        approved: 0,
        denied: 0,
        all: 0,
        history: 0,
        with_requester: 0,
      }),
    ),
    http.get(url('data_requests'), () => answerList([])),
    http.get(url('data_dictionary/data_sources'), () => answerList([])),
  );
  signInAs('Data Requester');
});

const list = async () => within(await screen.findByRole('list', { name: 'Not submitted' }));

it('lists the drafts, with links to continue them', async () => {
  held.put(3, { title: 'Malaria' });
  held.put(4, { title: '\u200B' });
  renderApp('/requester/myrequests');
  const rows = await list();
  expect(rows.getAllByRole('listitem')).toHaveLength(2);
  expect(rows.getByRole('link', { name: 'Continue Malaria' })).toHaveAttribute(
    'href',
    '/requester/submitrequest?draft=3',
  );
  expect(rows.getByText('Untitled')).toBeVisible();
  expect(rows.getAllByText(/Deleted on 31 January 2027 if not edited/)).toHaveLength(2);
});

it('deletes a draft after a confirmation', async () => {
  held.put(3, { title: 'Malaria' });
  const { user } = renderApp('/requester/myrequests');
  await user.click((await list()).getByRole('button', { name: 'Delete Malaria' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete this draft?' }));
  expect(question.getByText(/Malaria will be deleted with its files/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Delete draft' }));
  expect(await screen.findByText('The draft was deleted.')).toBeVisible();
  expect(held.drafts.size).toBe(0);
  await waitFor(() =>
    expect(screen.queryByRole('list', { name: 'Not submitted' })).not.toBeInTheDocument(),
  );
});

it('saves and lists the draft that an ended session left on the device', async () => {
  const words = { details: { title: 'Not saved yet' }, reached: 1 };
  localStorage.setItem('aditus.kept.7.requestDraft', JSON.stringify(words));
  renderApp('/requester/myrequests');
  expect(await screen.findByText('Not saved yet')).toBeVisible();
  expect(Object.keys(localStorage).filter((key) => key.includes('kept'))).toEqual([]);
});

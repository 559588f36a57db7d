import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { makeEntry, makeSignIn } from '@/testing/auditFactories';
import { renderPart, signInAs } from '@/testing/render';
import { answerEntries, refuse, server, url } from '@/testing/server';
import { OwnActivity } from './OwnActivity';

const own = { user_id: 7, name: 'Naledi Okafor' };

beforeEach(() => signInAs('Data Requester'));

it('shows sign-ins with their devices, the user’s own acts, and acts of others', async () => {
  server.use(
    http.get(url('users/activity'), () =>
      answerEntries([
        makeSignIn(9, { person: own, concerns: own }),
        makeEntry(8, { person: own, request: { request_id: 11, reference: 'REQ000011' } }),
        makeEntry(7, {
          kind: 'account.state_changed',
          words: 'Account status changed',
          who: 'somebody_else',
          person: null,
          concerns: own,
          request: null,
          details: { user: 7, state: 'Active' },
        }),
      ]),
    ),
  );
  renderPart(<OwnActivity />);
  const list = await screen.findByRole('list', { name: 'Your activity' });
  const [signIn, comment, changed] = within(list).getAllByRole('listitem');
  expect(signIn).toHaveTextContent(/^Signed in.*You · Firefox on Linux$/);
  expect(comment).toHaveTextContent(/^Comment · REQ000011.*You · Ethics · Action required$/);
  expect(within(comment!).getByRole('link', { name: 'REQ000011' })).toHaveAttribute(
    'href',
    '/requester/singlerequest?request_id=11',
  );
  expect(changed).toHaveTextContent(/Someone else · Active$/);
});

it('loads older entries', async () => {
  const asked: (string | null)[] = [];
  server.use(
    http.get(url('users/activity'), ({ request }) => {
      const before = new URL(request.url).searchParams.get('before');
      asked.push(before);
      if (asked.length === 2) return refuse(503, 'Not at the moment');
      return before === null
        ? answerEntries([makeSignIn(9)], { has_older: true })
        : answerEntries([makeEntry(8)], { has_newer: true });
    }),
  );
  const { user } = renderPart(<OwnActivity />);
  await user.click(await screen.findByRole('button', { name: 'Show older entries' }));
  expect(await screen.findByText('Not at the moment')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('DAC0011')).toBeVisible();
  expect(asked).toEqual([null, '9', '9']);
  expect(screen.queryByRole('button', { name: 'Show older entries' })).not.toBeInTheDocument();
});

it('shows a text when there are no entries', async () => {
  renderPart(<OwnActivity />);
  expect(await screen.findByText('No activity of your account is recorded yet.')).toBeVisible();
});

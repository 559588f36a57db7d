import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { HeldRole } from '@/api/models';
import { session } from '@/api/session';
import { makeUser } from '@/testing/factories';
import { renderPart, signInAs } from '@/testing/render';
import { makeHeldRole, makeOffer, makeStatusLine } from '@/testing/roleFactories';
import { answer, refuse, server, url } from '@/testing/server';
import OrgUserHomePage from './OrgUserHomePage';
import RequestRolePage from './RequestRolePage';

const asked: unknown[] = [];
let own: HeldRole[] = [];
let offers = [makeOffer('Data Analyst'), makeOffer('Data Requester')];

beforeEach(() => {
  asked.length = 0;
  own = [];
  offers = [makeOffer('Data Analyst'), makeOffer('Data Requester')];
  signInAs('Org User');
  server.use(
    http.get(url('users/organizations/6/roles'), ({ request }) => {
      const available = new URL(request.url).searchParams.get('available');
      return answer(available === 'true' ? offers : []);
    }),
    http.get(url('users/assign-roles'), () => answer(own)),
    http.post(url('users/assign-roles'), async ({ request }) => {
      asked.push(await request.json());
      own = [makeHeldRole('Data Requester', [makeStatusLine('Pending')])];
      offers = [makeOffer('Data Analyst')];
      return HttpResponse.json(
        {
          code: 201,
          message: 'You have successfully requested for this role',
          data: { assigned_role_id: 110 },
        },
        { status: 201 },
      );
    }),
  );
});

it('shows the specified texts for two empty lists', async () => {
  offers = [];
  renderPart(<RequestRolePage />);
  expect(await screen.findByText('No roles found for your Organisation')).toBeVisible();
  expect(await screen.findByText('You have not requested any roles')).toBeVisible();
  expect(await screen.findByText(/offers no roles right now/)).toBeVisible();
  expect(screen.queryByText(/You hold or have requested every role/)).not.toBeInTheDocument();
});

it('reports that the user has every role that is offered', async () => {
  const every = [makeOffer('Data Requester')];
  server.use(
    http.get(url('users/organizations/6/roles'), ({ request }) =>
      answer(new URL(request.url).searchParams.has('available') ? [] : every),
    ),
  );
  renderPart(<RequestRolePage />);
  expect(await screen.findByText(/You hold or have requested every role/)).toBeVisible();
});

it('names only the typed organisation to a user of an unregistered organisation', async () => {
  const every = [makeOffer('Data Requester')];
  server.use(
    http.get(url('users/organizations/6/roles'), ({ request }) =>
      answer(new URL(request.url).searchParams.has('available') ? [] : every),
    ),
  );
  const typed = { tentative_organization: 'Meadow Lane Health Collective' };
  session.begin(makeUser({ assigned_roles: [], ...typed }), 'token');
  renderPart(<RequestRolePage />);
  expect(
    await screen.findByText(/is offered while Meadow Lane Health Collective is not registered/),
  ).toBeVisible();
});

it('mentions no admin to a user of an unregistered organisation', () => {
  const typed = { tentative_organization: 'Meadow Lane Health Collective' };
  session.begin(makeUser({ assigned_roles: [], pending_activation: true, ...typed }), 'token');
  renderPart(<OrgUserHomePage />);
  expect(screen.getByText(/You belong to Meadow Lane Health Collective/)).toBeVisible();
  expect(screen.getByText(/is waiting to be activated by an administrator/)).toBeVisible();
});

it("requests a role and lists it among the user's own", async () => {
  const { user } = renderPart(<RequestRolePage />);
  const available = await screen.findByRole('list', { name: 'Available roles' });
  expect(within(available).getByText('What a Data Analyst does')).toBeVisible();
  await user.click(
    within(available).getByRole('button', { name: 'Request the role Data Requester' }),
  );
  expect(await screen.findByText('You have successfully requested for this role')).toBeVisible();
  expect(asked).toEqual([{ org_role: 20, user: 7 }]);
  const mine = await screen.findByRole('list', { name: 'My roles' });
  expect(within(mine).getByRole('heading', { name: 'Data Requester' })).toBeVisible();
  await waitFor(() =>
    expect(
      screen.queryByRole('button', { name: 'Request the role Data Requester' }),
    ).not.toBeInTheDocument(),
  );
});

it.each([
  [
    400,
    'role_already_requested',
    'You already requested this role',
    'You already requested this role',
  ],
  [429, 'too_many_requests', 'Wait 20 seconds.', 'Wait 20 seconds.'],
  [404, 'role_not_offered', 'inner words', 'Failed to request role'],
  [500, 'internal', 'inner words', 'Failed to request role'],
])('shows the message for a %i', async (status, reason, message, shown) => {
  server.use(http.post(url('users/assign-roles'), () => refuse(status, message, { reason })));
  const { user } = renderPart(<RequestRolePage />);
  await user.click(await screen.findByRole('button', { name: 'Request the role Data Analyst' }));
  expect(await screen.findByText(shown)).toBeVisible();
});

it('reports a network error', async () => {
  server.use(http.post(url('users/assign-roles'), () => HttpResponse.error()));
  const { user } = renderPart(<RequestRolePage />);
  await user.click(await screen.findByRole('button', { name: 'Request the role Data Analyst' }));
  expect(
    await screen.findByText(/^Failed to request role\. We can't reach the server/),
  ).toBeVisible();
});

it('shows the history of a role: person, time and reason', async () => {
  own = [
    makeHeldRole('Data Officer', [
      makeStatusLine('Rejected', {
        reason: 'No contract yet',
        changed_by: { user_id: 2, name: 'Ada Okello' },
        changed_on: '2026-03-05T14:07:00',
      }),
      makeStatusLine('Pending'),
    ]),
  ];
  const { user } = renderPart(<RequestRolePage />);
  await user.click(await screen.findByText('History of Data Officer'));
  const history = screen.getByRole('list', { name: 'History of Data Officer' });
  const [latest, first] = within(history).getAllByRole('listitem');
  expect(latest).toHaveTextContent('RejectedMarch 5, 2026 2:07 PM, by Ada OkelloNo contract yet');
  expect(first).toHaveTextContent(/^Pending/);
});

it('offers to try again when a list could not be loaded', async () => {
  server.use(
    http.get(url('users/assign-roles'), () => refuse(503, 'The database rests'), { once: true }),
  );
  const { user } = renderPart(<RequestRolePage />);
  expect(await screen.findByText('The database rests')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('You have not requested any roles')).toBeVisible();
});

it('welcomes a user without a role and names the person who activates the account', async () => {
  session.begin(makeUser({ assigned_roles: [], pending_activation: true }), 'token-of-naledi');
  renderPart(<OrgUserHomePage />);
  expect(screen.getByRole('heading', { name: 'Welcome, Naledi' })).toBeVisible();
  expect(
    screen.getByText(/is waiting to be activated by the admin of Data Requester/),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Request Role' })).toHaveAttribute(
    'href',
    '/orguser/requestRole',
  );
  expect(await screen.findByText('You have not requested any roles')).toBeVisible();
});

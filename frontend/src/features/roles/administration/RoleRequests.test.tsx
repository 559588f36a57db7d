import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { RoleRequest } from '@/api/models';
import { renderPart, signInAs } from '@/testing/render';
import { makePerson, makeRoleRequest, makeStatusLine } from '@/testing/roleFactories';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import RoleRequestsPage from './RoleRequestsPage';

const asked: URLSearchParams[] = [];
const sent: unknown[] = [];
let requests: RoleRequest[] = [];

beforeEach(() => {
  asked.length = 0;
  sent.length = 0;
  requests = [makeRoleRequest()];
  signInAs('Admin');
  server.use(
    http.get(url('users/assigned-roles/approve'), ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return answerList(requests);
    }),
    http.patch(url('users/assigned-roles/approve'), async ({ request }) => {
      sent.push(await request.json());
      requests = [];
      return answer(null, { message: 'You have successfully attended to this request' });
    }),
  );
});

type User = ReturnType<typeof renderPart>['user'];

async function open(user: User, verb: 'Grant' | 'Deny') {
  await user.click(
    await screen.findByRole('button', { name: `${verb} Data Requester to Amara Joy Linwood` }),
  );
  return screen.findByRole('dialog', { name: `${verb} the role Data Requester` });
}

it('loads the pending role requests, ten per page', async () => {
  renderPart(<RoleRequestsPage />);
  expect(
    await screen.findByRole('heading', { name: 'Amara Joy Linwood: Data Requester' }),
  ).toBeVisible();
  expect(screen.getByText(/^Requested:/)).toHaveTextContent('Requested: 2 days ago');
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    role_status: '["Pending"]',
    org_id: '6',
    page: '1',
    page_size: '10',
  });
});

it('warns of names that mix letters of several alphabets', async () => {
  requests = [
    makeRoleRequest({
      user: makePerson({
        name_scripts: ['Latin', 'Cyrillic'],
        tentative_organization: 'N\u{430}tional Institute',
        tentative_organization_scripts: ['Latin', 'Cyrillic'],
      }),
    }),
    makeRoleRequest({ assigned_role_id: 111, user: makePerson({ fname: 'Ben' }) }),
  ];
  renderPart(<RoleRequestsPage />);
  const [mixed, plain] = await screen.findAllByRole('listitem');
  expect(mixed).toHaveTextContent(
    'This name mixes letters of several alphabets (Latin, Cyrillic).',
  );
  expect(mixed).toHaveTextContent(
    'The organisation’s name mixes letters of several alphabets (Latin, Cyrillic).',
  );
  expect(plain).not.toHaveTextContent('several alphabets');
});

it('focuses the request of an email link, and reports if it is no longer waiting', async () => {
  const meant = makeRoleRequest();
  requests = [makeRoleRequest({ assigned_role_id: meant.assigned_role_id + 1 }), meant];
  const address = (id: number) => `/admin/rolesrequests?search=amara&assigned_role_id=${id}`;
  const first = renderPart(<RoleRequestsPage />, address(meant.assigned_role_id));
  const rows = await screen.findAllByRole('listitem');
  expect(rows[1]).toHaveFocus();
  expect(rows[0]).not.toHaveAttribute('aria-current');
  expect(screen.queryByText(/already handled/)).not.toBeInTheDocument();
  first.unmount();
  renderPart(<RoleRequestsPage />, address(999));
  expect(
    await screen.findByText(/The role request of this link was already handled/),
  ).toBeVisible();
});

it('shows the specified text for an empty list', async () => {
  requests = [];
  renderPart(<RoleRequestsPage />);
  expect(await screen.findByText('No role requests found')).toBeVisible();
});

it('grants a role with the password and the reason', async () => {
  const { user } = renderPart(<RoleRequestsPage />);
  const dialog = await open(user, 'Grant');
  await user.type(within(dialog).getByLabelText(/Your password/), 'Secret-2026!');
  await user.type(within(dialog).getByLabelText(/Reason/), 'Contract signed');
  await user.click(within(dialog).getByRole('button', { name: 'Grant Data Requester' }));
  expect(await screen.findByText('You have successfully attended to this request')).toBeVisible();
  expect(sent).toEqual([
    {
      password: 'Secret-2026!',
      assigned_role_status_id: 301,
      assigned_role_id: 110,
      role_status_id: 2,
      reason: 'Contract signed',
    },
  ]);
  expect(await screen.findByText('No role requests found')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('denies a role on Enter in the password field', async () => {
  const { user } = renderPart(<RoleRequestsPage />);
  const dialog = await open(user, 'Deny');
  await user.type(within(dialog).getByLabelText(/Your password/), 'Secret-2026!{Enter}');
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ role_status_id: 3 })]));
});

it('requires the password', async () => {
  const { user } = renderPart(<RoleRequestsPage />);
  const dialog = await open(user, 'Deny');
  await user.click(within(dialog).getByRole('button', { name: 'Deny Data Requester' }));
  expect(await within(dialog).findByText('The password is required')).toBeVisible();
  expect(within(dialog).getByLabelText(/Your password/)).toHaveFocus();
  expect(within(dialog).getByLabelText(/Your password/)).toBeInvalid();
  expect(sent).toEqual([]);
});

it('shows a wrong password at its field, keeps the session and the reason', async () => {
  server.use(
    http.patch(url('users/assigned-roles/approve'), () =>
      refuse(401, 'Invalid Password', { reason: 'wrong_password' }),
    ),
  );
  const { user } = renderPart(<RoleRequestsPage />);
  const dialog = await open(user, 'Deny');
  await user.type(within(dialog).getByLabelText(/Reason/), 'No contract');
  await user.type(within(dialog).getByLabelText(/Your password/), 'wrong{Enter}');
  expect(await within(dialog).findByText('Invalid Password')).toBeVisible();
  expect(within(dialog).getByLabelText(/Reason/)).toHaveValue('No contract');
  expect(within(dialog).getByLabelText(/Your password/)).toHaveFocus();
});

it.each([
  [409, 'role_already_attended', 'This request was already handled.'],
  [429, 'too_many_requests', 'Too many attempts. Try again later.'],
])('shows why it was refused with %i', async (status, reason, message) => {
  server.use(
    http.patch(url('users/assigned-roles/approve'), () => refuse(status, message, { reason })),
  );
  const { user } = renderPart(<RoleRequestsPage />);
  const dialog = await open(user, 'Grant');
  await user.type(within(dialog).getByLabelText(/Your password/), 'Secret-2026!{Enter}');
  expect(await within(dialog).findByText(message)).toBeVisible();
});

it('shows the error of the reason at its field', async () => {
  server.use(
    http.patch(url('users/assigned-roles/approve'), () =>
      refuse(400, 'The text is too long.', { errors: { reason: ['The text is too long.'] } }),
    ),
  );
  const { user } = renderPart(<RoleRequestsPage />);
  const dialog = await open(user, 'Grant');
  await user.type(within(dialog).getByLabelText(/Your password/), 'Secret-2026!{Enter}');
  expect(await within(dialog).findByText('The text is too long.')).toBeVisible();
  expect(within(dialog).getByLabelText(/Reason/)).toBeInvalid();
});

it('reports a network error', async () => {
  server.use(http.patch(url('users/assigned-roles/approve'), () => HttpResponse.error()));
  const { user } = renderPart(<RoleRequestsPage />);
  const dialog = await open(user, 'Grant');
  await user.type(within(dialog).getByLabelText(/Your password/), 'Secret-2026!{Enter}');
  expect(
    await within(dialog).findByText("We can't reach the server right now. Try again in a moment."),
  ).toBeVisible();
  expect(within(dialog).getByLabelText(/Your password/)).toHaveValue('Secret-2026!');
});

it('shows that a role was requested before, and that the account is not active yet', async () => {
  requests = [
    makeRoleRequest({
      user: makePerson({ pending_activation: true, tentative_organization: 'Hill Clinic' }),
      history: [
        makeStatusLine('Pending'),
        makeStatusLine('Rejected', { reason: 'Ask your supervisor' }),
      ],
    }),
  ];
  const { user } = renderPart(<RoleRequestsPage />);
  expect(await screen.findByText(/account not activated yet/)).toBeVisible();
  expect(screen.getByText(/Hill Clinic/)).toBeVisible();
  await user.click(screen.getByText('Requested before'));
  expect(screen.getByText('Ask your supervisor')).toBeVisible();
});

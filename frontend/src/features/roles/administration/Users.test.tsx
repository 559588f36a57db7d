import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { Person } from '@/api/models';
import { renderPart, signInAs } from '@/testing/render';
import { makePerson, makeRoleRequest } from '@/testing/roleFactories';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import AdminHomePage from './AdminHomePage';
import UsersPage from './UsersPage';

const asked: URLSearchParams[] = [];
const sent: unknown[] = [];
let people: Person[] = [];
const counts = {
  users: 41,
  pending_activation: 0,
  role_requests: 0,
  assigned_roles: 57,
  without_second_factor: 12,
};

beforeEach(() => {
  asked.length = 0;
  sent.length = 0;
  people = [
    makePerson(),
    makePerson({ user_id: 22, fname: 'Tomas', middle_name: null, is_active: 'Disable' }),
    makePerson({ user_id: 23, fname: 'Iris', is_active: 'Disable', pending_activation: true }),
  ];
  signInAs('Admin');
  server.use(
    http.get(url('users/organization-users'), ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return answerList(people, people.length && 41);
    }),
    http.get(url('users/organization-users/counts'), () =>
      answer({ ...counts, pending_activation: 2, role_requests: 3 }),
    ),
    http.get(url('users/assigned-roles/approve'), () => answerList([makeRoleRequest()], 3)),
    http.patch(url('users/activate/:id'), async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      return answer(null, { message: 'Amara Linwood status has been updated!' });
    }),
  );
});

async function openDialog(user: ReturnType<typeof renderPart>['user'], name: string) {
  await user.click(await screen.findByRole('button', { name: `Change the status of ${name}` }));
  return screen.findByRole('dialog', { name: `Status of ${name}` });
}

async function choose(user: ReturnType<typeof renderPart>['user'], name: string) {
  await user.click(screen.getByRole('combobox', { name: /Status/ }));
  await user.click(await screen.findByRole('option', { name }));
}

it('shows the counts of the organisation with links', async () => {
  renderPart(<AdminHomePage />);
  expect(
    await screen.findByRole('link', { name: /^Users\s*41\s*2 to be activated/ }),
  ).toHaveAttribute('href', '/admin/users');
  expect(screen.getByRole('link', { name: /^Roles Requests\s*3/ })).toHaveAttribute(
    'href',
    '/admin/rolesrequests',
  );
  expect(screen.getByRole('link', { name: /^Assigned Roles\s*57/ })).toHaveAttribute(
    'href',
    '/admin/user_assigned_roles',
  );
  expect(await screen.findByRole('button', { name: /of Amara Joy Linwood/ })).toBeVisible();
});

it('shows the number of users without a second factor, without a link', async () => {
  renderPart(<AdminHomePage />);
  const card = (await screen.findByText('No second factor')).closest('li')!;
  await waitFor(() => expect(card).toBeVisible());
  expect(card).toHaveTextContent('No second factor12active users');
  expect(within(card).queryByRole('link')).not.toBeInTheDocument();
});

it('begins with what waits for the Admin', async () => {
  renderPart(<AdminHomePage />);
  const list = await screen.findByRole('list', { name: 'Waiting for you' });
  const [, first] = screen.getAllByRole('heading');
  expect(first).toHaveTextContent('Waiting for you (5)');
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((line) => line.textContent),
  ).toEqual([
    'Amara Joy Linwood requests the role Data RequesterRequested: 2 days agoDecide',
    '2 more role requestsSee role requests',
    '2 accounts to activateSee users',
  ]);
  expect(
    within(list).getByRole('link', { name: 'Decide: Data Requester for Amara Joy Linwood' }),
  ).toHaveAttribute('href', '/admin/rolesrequests?assigned_role_id=110');
});

it('says that nothing waits for the Admin', async () => {
  server.use(http.get(url('users/organization-users/counts'), () => answer(counts)));
  renderPart(<AdminHomePage />);
  expect(await screen.findByText('Nothing is waiting for you.')).toBeVisible();
  expect(screen.queryByRole('list', { name: 'Waiting for you' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: /^Users\s*41/ })).toBeVisible();
});

it('lists 20 per page with the specified page sizes, and shows the status of accounts', async () => {
  const { user } = renderPart(<UsersPage />);
  const grid = await screen.findByRole('table', { name: 'Users' });
  expect(within(grid).getByText('Active')).toBeVisible();
  expect(within(grid).getByText('Disable')).toBeVisible();
  expect(within(grid).getByText('Pending activation')).toBeVisible();
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({ org_id: '6', page: '1', page_size: '20' });
  await user.click(screen.getByRole('combobox', { name: /Rows per page/, hidden: true }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['10', '15', '20', '30', '50']);
});

it('shows which users have a second factor, and not which one', async () => {
  people = [makePerson({ has_second_factor: true }), makePerson({ user_id: 22, fname: 'Tomas' })];
  renderPart(<UsersPage />);
  const grid = await screen.findByRole('table', { name: 'Users' });
  const column = within(grid)
    .getAllByRole('columnheader')
    .findIndex(({ textContent }) => textContent === 'Second factor');
  const cells = within(grid)
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[column]?.textContent);
  expect(cells).toEqual(['Yes', 'No']);
});

it('searches on the server, and clears the filter', async () => {
  const { user } = renderPart(<UsersPage />);
  await screen.findByRole('table', { name: 'Users' });
  expect(screen.queryByRole('button', { name: 'Clear Filter' })).not.toBeInTheDocument();
  await user.type(screen.getByLabelText('Keyword Search'), 'officer{Enter}');
  await waitFor(() => expect(asked.at(-1)?.get('search')).toBe('officer'));
  await user.click(screen.getByRole('button', { name: 'Clear Filter' }));
  await waitFor(() => expect(asked.at(-1)?.get('search')).toBeNull());
  expect(screen.getByLabelText('Keyword Search')).toHaveValue('');
  expect(screen.queryByRole('button', { name: 'Clear Filter' })).not.toBeInTheDocument();
  expect(document.body).not.toHaveFocus();
});

it('requires a status before saving', async () => {
  const { user } = renderPart(<UsersPage />);
  const dialog = await openDialog(user, 'Amara Joy Linwood');
  await user.click(within(dialog).getByRole('button', { name: 'Save the status' }));
  expect(await screen.findAllByText('Please select a valid status')).toHaveLength(2);
  expect(sent).toEqual([]);
});

it('explains the consequence of disabling, disables the account, and confirms it', async () => {
  const { user } = renderPart(<UsersPage />);
  const dialog = await openDialog(user, 'Amara Joy Linwood');
  await choose(user, 'Disable');
  expect(within(dialog).getByText(/immediately signed out everywhere/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Disable this account' }));
  expect(await screen.findByText('Amara Linwood status has been updated!')).toBeVisible();
  expect(sent).toEqual([['21', { is_active: 'Disable' }]]);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(asked.length).toBeGreaterThan(1));
});

it('activates a deactivated user', async () => {
  const { user } = renderPart(<UsersPage />);
  const dialog = await openDialog(user, 'Tomas Linwood');
  await choose(user, 'Active');
  await user.click(within(dialog).getByRole('button', { name: 'Activate this account' }));
  await waitFor(() => expect(sent).toEqual([['22', { is_active: 'Active' }]]));
});

it.each([
  [404, 'User not found.'],
  [409, "You can't remove the last Admin of an organisation. Appoint another Admin first."],
])('keeps the dialog and the choice after a refusal with %i', async (status, message) => {
  server.use(http.patch(url('users/activate/:id'), () => refuse(status, message)));
  const { user } = renderPart(<UsersPage />);
  const dialog = await openDialog(user, 'Amara Joy Linwood');
  await choose(user, 'Disable');
  await user.click(within(dialog).getByRole('button', { name: 'Disable this account' }));
  expect(await within(dialog).findByText(message)).toBeVisible();
  expect(within(dialog).getByRole('combobox', { name: /Status/ })).toHaveTextContent('Disable');
});

it('shows the specified text for an organisation without users', async () => {
  people = [];
  renderPart(<UsersPage />);
  expect(await screen.findByText('No Organisation Users found.')).toBeVisible();
});

it('offers to try again when the list could not be loaded', async () => {
  server.use(http.get(url('users/organization-users'), () => HttpResponse.error(), { once: true }));
  const { user } = renderPart(<UsersPage />);
  expect(
    await screen.findByText("We can't reach the server right now. Try again in a moment."),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table', { name: 'Users' })).toBeVisible();
});

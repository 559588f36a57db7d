import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { AssignedRoleStatus } from '@/api/models';
import { renderPart, signInAs } from '@/testing/render';
import { makeAssigned, makeOffer, makePerson, makeStatusLine } from '@/testing/roleFactories';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import AssignedRolesPage from './AssignedRolesPage';

const asked: URLSearchParams[] = [];
const sent: unknown[] = [];
let rows: AssignedRoleStatus[] = [];

beforeEach(() => {
  asked.length = 0;
  sent.length = 0;
  rows = [makeAssigned()];
  signInAs('Admin');
  server.use(
    http.get(url('users/assigned-role-status'), ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return answerList(rows);
    }),
    http.put(url('users/assigned-role-status/:id'), async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      return answer(null, { message: 'Assigned Role status has been updated!' });
    }),
    http.get(url('users/organization-users'), () =>
      answerList([
        makePerson(),
        makePerson({ user_id: 7, fname: 'Naledi' }),
        makePerson({ user_id: 8, fname: 'Erased', sname: 'person', erased: true }),
      ]),
    ),
    http.get(url('users/organizations/6/roles'), ({ request }) => {
      expect(new URL(request.url).searchParams.get('assign_to')).toBe('21');
      return answer([
        makeOffer('Super User', { refusal: 'Only a Super User decides on this.' }),
        makeOffer('Data Requester'),
      ]);
    }),
    http.post(url('users/assigned-roles/admin'), async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(
        {
          code: 201,
          message: 'User is assigned to role successfully!',
          data: { assigned_role_id: 5 },
        },
        { status: 201 },
      );
    }),
  );
});

type User = ReturnType<typeof renderPart>['user'];

/** Returns the field for the role once the assignable roles are loaded. */
async function enabledRole(dialog: HTMLElement) {
  const role = within(dialog).getByRole('combobox', { name: /Organisation Role/ });
  await waitFor(() => expect(role).not.toHaveAttribute('aria-disabled'));
  return role;
}

async function openStatus(user: User) {
  await user.click(
    await screen.findByRole('button', {
      name: 'Change the status of Data Requester of Amara Joy Linwood',
    }),
  );
  return screen.findByRole('dialog', { name: 'Data Requester of Amara Joy Linwood' });
}

async function choose(user: User, field: RegExp, option: string | RegExp) {
  await user.click(await screen.findByRole('combobox', { name: field }));
  await user.click(await screen.findByRole('option', { name: option }));
}

it("shows the organisation's name, and lists 20 per page", async () => {
  renderPart(<AssignedRolesPage />);
  expect(
    screen.getByRole('heading', { name: 'User Assigned Roles - Data Requester' }),
  ).toBeVisible();
  const grid = await screen.findByRole('table', { name: 'User Assigned Roles' });
  expect(within(grid).getByText('Activated')).toBeVisible();
  expect(within(grid).getByText('Epidemiologist')).toBeVisible();
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({ org_id: '6', page: '1', page_size: '20' });
});

it('sorts on the server', async () => {
  const { user } = renderPart(<AssignedRolesPage />);
  await screen.findByRole('table', { name: 'User Assigned Roles' });
  await user.click(screen.getByRole('columnheader', { name: 'Role' }));
  await waitFor(() => expect(asked.at(-1)?.get('sort')).toBe('role'));
  expect(screen.getByTestId('location')).toHaveTextContent('sort=role');
});

it('changes the status with a reason', async () => {
  const { user } = renderPart(<AssignedRolesPage />);
  const dialog = await openStatus(user);
  await choose(user, /Role Status/, 'Revoked');
  expect(within(dialog).getByText(/removed permanently/)).toBeVisible();
  await user.type(within(dialog).getByLabelText(/Reason/), 'Left the team');
  await user.click(within(dialog).getByRole('button', { name: 'Save the status' }));
  expect(await screen.findByText('Assigned Role status has been updated!')).toBeVisible();
  expect(sent).toEqual([['302', { role_status: 5, reason: 'Left the team' }]]);
});

it('offers Deactivated and Revoked for an activated role', async () => {
  const { user } = renderPart(<AssignedRolesPage />);
  await openStatus(user);
  await user.click(await screen.findByRole('combobox', { name: /Role Status/ }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Deactivated', 'Revoked']);
});

it('requires a status before saving', async () => {
  const { user } = renderPart(<AssignedRolesPage />);
  const dialog = await openStatus(user);
  await user.click(within(dialog).getByRole('button', { name: 'Save the status' }));
  expect(await screen.findAllByText('Please select a valid status')).toHaveLength(2);
  expect(sent).toEqual([]);
});

it('shows the history, and links a requested role to the page where it is decided', async () => {
  rows = [
    makeAssigned('Pending', {
      history: [makeStatusLine('Pending'), makeStatusLine('Rejected', { reason: 'Too early' })],
    }),
  ];
  const { user } = renderPart(<AssignedRolesPage />);
  const dialog = await openStatus(user);
  expect(within(dialog).getByText('Too early')).toBeVisible();
  expect(within(dialog).queryByRole('combobox')).not.toBeInTheDocument();
  expect(within(dialog).getByRole('link', { name: 'Go to the role requests' })).toHaveAttribute(
    'href',
    '/admin/rolesrequests',
  );
});

it('shows why a role cannot be changed before anything is filled in', async () => {
  const refusal = "You can't decide on your own role.";
  rows = [makeAssigned('Activated', { possible_statuses: [], refusal })];
  const { user } = renderPart(<AssignedRolesPage />);
  const dialog = await openStatus(user);
  expect(within(dialog).getByText(refusal)).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: 'Save the status' })).toBeNull();
});

it('shows why a change was refused, and refetches the list', async () => {
  const message = 'Someone else changed this in the meantime. Please reload.';
  server.use(http.put(url('users/assigned-role-status/:id'), () => refuse(409, message)));
  const { user } = renderPart(<AssignedRolesPage />);
  const dialog = await openStatus(user);
  await choose(user, /Role Status/, 'Deactivated');
  const before = asked.length;
  await user.click(within(dialog).getByRole('button', { name: 'Save the status' }));
  expect(await within(dialog).findByText(message)).toBeVisible();
  await waitFor(() => expect(asked.length).toBeGreaterThan(before));
});

it('requires a user, then a role', async () => {
  const { user } = renderPart(<AssignedRolesPage />);
  await user.click(screen.getByRole('button', { name: 'Assign Role' }));
  const dialog = await screen.findByRole('dialog', { name: 'Assign Role' });
  await user.click(within(dialog).getByRole('button', { name: 'Assign Role' }));
  expect(await screen.findAllByText('Please select a User.')).toHaveLength(2);
  expect(within(dialog).getByText('Please select an Organisation Role.')).toBeVisible();
  await choose(user, /User/, /^Amara Joy Linwood/);
  await user.click(within(dialog).getByRole('button', { name: 'Assign Role' }));
  expect(await screen.findAllByText('Please select an Organisation Role.')).toHaveLength(2);
  expect(sent).toEqual([]);
});

it('assigns a role to any user except oneself and erased accounts', async () => {
  const { user } = renderPart(<AssignedRolesPage />);
  await user.click(screen.getByRole('button', { name: 'Assign Role' }));
  const dialog = await screen.findByRole('dialog', { name: 'Assign Role' });
  await user.click(within(dialog).getByRole('combobox', { name: /User/ }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Amara Joy Linwoodamara.linwood@university.example',
  ]);
  await user.click(options[0]!);
  await user.click(await enabledRole(dialog));
  const refused = await screen.findByRole('option', { name: /Only a Super User decides/ });
  expect(refused).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('option', { name: 'Data Requester' }));
  await user.click(within(dialog).getByRole('button', { name: 'Assign Role' }));
  expect(await screen.findByText('User is assigned to role successfully!')).toBeVisible();
  expect(sent).toEqual([{ org_role_id: 20, user_id: 21, assigned_by: 'Org Admin' }]);
});

it('warns if the user already has the role, and keeps the choices', async () => {
  server.use(
    http.post(url('users/assigned-roles/admin'), () =>
      refuse(400, 'User is already assigned to that role!'),
    ),
  );
  const { user } = renderPart(<AssignedRolesPage />);
  await user.click(screen.getByRole('button', { name: 'Assign Role' }));
  const dialog = await screen.findByRole('dialog', { name: 'Assign Role' });
  await choose(user, /User/, /^Amara Joy Linwood/);
  await enabledRole(dialog);
  await choose(user, /Organisation Role/, 'Data Requester');
  await user.click(within(dialog).getByRole('button', { name: 'Assign Role' }));
  expect(await screen.findAllByText('User is already assigned to that role!')).toHaveLength(2);
  expect(within(dialog).getByRole('combobox', { name: /User/ })).toHaveValue('Amara Joy Linwood');
});

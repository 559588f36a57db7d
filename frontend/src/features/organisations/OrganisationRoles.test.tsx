import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { renderPart, signInAs } from '@/testing/render';
import { makeOffer, makeOrganisation, makeStatusLine } from '@/testing/roleFactories';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import OrganisationRolesPage from './OrganisationRolesPage';

const sent: unknown[] = [];
const asked: string[] = [];

const { changed_on, changed_by } = makeStatusLine('Activated');
const deactivated = makeOffer('Data Officer', {
  organisation: 'Halden University',
  status: false,
  reason: 'The contract has ended.',
  history: [
    { status: false, reason: 'The contract has ended.', changed_on, changed_by },
    { status: true, reason: null, changed_on, changed_by },
  ],
});

beforeEach(() => {
  sent.length = 0;
  asked.length = 0;
  signInAs('Super User');
  server.use(
    http.get(url('users/org_roles'), ({ request }) => {
      asked.push(new URL(request.url).search);
      return answerList([
        makeOffer('Admin', { organisation: 'Halden University' }),
        deactivated,
        makeOffer('Data Analyst', { organisation: 'Old Mill', organisation_active: false }),
      ]);
    }),
  );
});

it('shows offered roles with status, reason and description, and marks inactive organisations', async () => {
  renderPart(<OrganisationRolesPage />);
  const grid = await screen.findByRole('table', { name: 'Organisation Roles' });
  const row = within(grid).getByRole('row', { name: /Halden University.*Data Officer/ });
  expect(within(row).getByText('Deactivated')).toBeVisible();
  expect(within(row).getByText('The contract has ended.')).toBeVisible();
  expect(within(row).getByText('What a Data Officer does')).toBeVisible();
  expect(within(grid).getByText('Inactive: none of its roles can be used')).toBeVisible();
  expect(asked).toEqual(['?page=1&page_size=20']);
});

it('groups the roles by organisation, unless the list is sorted otherwise', async () => {
  const { user } = renderPart(<OrganisationRolesPage />);
  const grid = await screen.findByRole('table', { name: 'Organisation Roles' });
  const row = (name: RegExp) => within(grid).getByRole('row', { name });
  expect(row(/Halden University.*Admin/)).not.toHaveClass('repeats');
  expect(row(/Halden University.*Data Officer/)).toHaveClass('repeats');
  expect(row(/Old Mill/)).not.toHaveClass('repeats');
  await user.click(within(grid).getByRole('columnheader', { name: 'Role' }));
  await waitFor(() => expect(row(/Halden University.*Data Officer/)).not.toHaveClass('repeats'));
});

it('searches and sorts on the server', async () => {
  const { user } = renderPart(<OrganisationRolesPage />);
  await user.click(await screen.findByRole('columnheader', { name: 'Role' }));
  await waitFor(() => expect(asked.at(-1)).toBe('?sort=role_name&page=1&page_size=20'));
  await user.type(screen.getByLabelText('Keyword Search'), 'halden{Enter}');
  await waitFor(() =>
    expect(asked.at(-1)).toBe('?search=halden&sort=role_name&page=1&page_size=20'),
  );
  await user.click(screen.getByRole('button', { name: 'Clear Filter' }));
  await waitFor(() => expect(asked.at(-1)).toBe('?page=1&page_size=20'));
});

it('shows the text of the specification for an empty list', async () => {
  server.use(http.get(url('users/org_roles'), () => answerList([])));
  renderPart(<OrganisationRolesPage />);
  expect(await screen.findByText('No Organisation Role found')).toBeVisible();
});

it('opens the dialog with the role of a link', async () => {
  server.use(
    http.get(url('users/role'), () =>
      answer([
        { role_id: 2, role: 'Admin', role_description: '' },
        { role_id: 3, role: 'Data Custodian', role_description: '' },
      ]),
    ),
    http.get(url('users/organizations'), () => answerList([])),
  );
  const { user } = renderPart(<OrganisationRolesPage />, '/?offer=3');
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign Organisation Role' }));
  expect(await dialog.findByRole('combobox', { name: 'Role' })).toHaveTextContent('Data Custodian');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByTestId('location')).toHaveTextContent(/^\/$/);
});

function serveUpdate(refusal?: string) {
  server.use(
    http.patch(url('users/org-roles/:id/update-status'), async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      if (refusal) return refuse(409, refusal);
      return HttpResponse.json({
        code: 200,
        message: 'Organisation Role Status Updated Successfully',
      });
    }),
  );
}

it('deactivates a role with a required reason', async () => {
  serveUpdate();
  const { user } = renderPart(<OrganisationRolesPage />);
  await user.click(
    await screen.findByRole('button', { name: 'Deactivate Admin of Halden University' }),
  );
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Deactivate Admin of Halden University' }),
  );
  const submit = dialog.getByRole('button', { name: 'Deactivate this role' });
  await user.click(submit);
  // The message appears at the field and as a toast.
  expect(await screen.findAllByText('Please enter the reason.')).toHaveLength(2);
  const reason = dialog.getByRole('textbox', { name: /Reason/ });
  expect(reason).toHaveFocus();
  await user.type(reason, ' The contract has ended. ');
  await user.click(submit);
  expect(await screen.findByText('Organisation Role Status Updated Successfully')).toBeVisible();
  expect(sent).toEqual([
    ['12', { status: false, reason: 'The contract has ended.', row_version: 1 }],
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('activates a role again, and shows its history', async () => {
  serveUpdate();
  const { user } = renderPart(<OrganisationRolesPage />);
  await user.click(
    await screen.findByRole('button', { name: 'Activate Data Officer of Halden University' }),
  );
  const dialog = within(await screen.findByRole('dialog'));
  const lines = within(dialog.getByRole('list', { name: 'History' })).getAllByRole('listitem');
  expect(lines[0]).toHaveTextContent(/Deactivated.*by Naledi Okafor.*The contract has ended\./);
  expect(lines[1]).toHaveTextContent(/^Activated/);
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'A new contract.');
  await user.click(dialog.getByRole('button', { name: 'Activate this role' }));
  await waitFor(() =>
    expect(sent).toEqual([['14', { status: true, reason: 'A new contract.', row_version: 1 }]]),
  );
});

it('keeps the reason when the server refuses', async () => {
  const refusal = "You can't remove the last Super User. Appoint another Super User first.";
  serveUpdate(refusal);
  const { user } = renderPart(<OrganisationRolesPage />);
  await user.click(
    await screen.findByRole('button', { name: 'Deactivate Admin of Halden University' }),
  );
  const dialog = within(await screen.findByRole('dialog'));
  const reason = dialog.getByRole('textbox', { name: /Reason/ });
  await user.type(reason, 'No longer needed');
  await user.click(dialog.getByRole('button', { name: 'Deactivate this role' }));
  expect(await dialog.findByText(refusal)).toBeVisible();
  expect(reason).toHaveValue('No longer needed');
});

/** Serves the choices for offering a role, and answers the offer. */
function serveOffer(refusal?: string) {
  server.use(
    http.get(url('users/organizations'), () => answerList([makeOrganisation()])),
    http.get(url('users/role'), () =>
      answer([
        { role_id: 2, role: 'Admin' },
        { role_id: 4, role: 'Data Officer' },
      ]),
    ),
    http.post(url('users/org_roles'), async ({ request }) => {
      sent.push(await request.json());
      if (refusal) return refuse(409, refusal);
      return HttpResponse.json(
        {
          code: 201,
          message: 'Organisation Role Assigned Successfully',
          data: { org_role_id: 12 },
        },
        { status: 201 },
      );
    }),
  );
}

async function openOffer(user: ReturnType<typeof renderPart>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Assign Organisation Role' }));
  const dialog = await screen.findByRole('dialog', { name: 'Assign Organisation Role' });
  const submit = within(dialog).getByRole('button', { name: 'Assign Organisation Role' });
  return { dialog, submit };
}

it('offers a role once organisation and role are chosen', async () => {
  serveOffer();
  const { user } = renderPart(<OrganisationRolesPage />);
  const { dialog, submit } = await openOffer(user);
  await user.click(submit);
  // The message appears at the field and as a toast.
  expect(await screen.findAllByText('Please select the Organisation!')).toHaveLength(2);
  expect(within(dialog).getByText('Please select the Role!')).toBeVisible();
  await user.click(within(dialog).getByRole('combobox', { name: /Organisation/ }));
  await user.click(await screen.findByRole('option', { name: 'Halden University' }));
  await user.click(submit);
  expect(await screen.findAllByText('Please select the Role!')).toHaveLength(2);
  await user.click(within(dialog).getByRole('combobox', { name: /Role/ }));
  await user.click(await screen.findByRole('option', { name: 'Data Officer' }));
  await user.click(submit);
  expect(await screen.findByText('Organisation Role Assigned Successfully')).toBeVisible();
  expect(sent).toEqual([{ org: 9, role: 4 }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('keeps the choices when the organisation already has the role', async () => {
  serveOffer('The organisation already has this role.');
  const { user } = renderPart(<OrganisationRolesPage />);
  const { dialog, submit } = await openOffer(user);
  await user.click(within(dialog).getByRole('combobox', { name: /Organisation/ }));
  await user.click(await screen.findByRole('option', { name: 'Halden University' }));
  await user.click(within(dialog).getByRole('combobox', { name: /Role/ }));
  await user.click(await screen.findByRole('option', { name: 'Admin' }));
  await user.click(submit);
  expect(await within(dialog).findByText('The organisation already has this role.')).toBeVisible();
  expect(within(dialog).getByRole('combobox', { name: /Organisation/ })).toHaveValue(
    'Halden University',
  );
});

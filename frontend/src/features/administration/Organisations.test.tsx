import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { renderPart, signInAs } from '@/testing/render';
import { makeAssigned, makeOffer, makePerson, makeRoleRequest } from '@/testing/roleFactories';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import OrganisationsPage from './OrganisationsPage';

const sent: unknown[] = [];

beforeEach(() => {
  sent.length = 0;
  signInAs('Super User');
  server.use(
    http.get(url('users/organizations'), () =>
      answerList([{ org_id: 9, name: 'Halden University', domain: 'halden.example' }]),
    ),
    http.get(url('users/organizations/9/roles'), () =>
      answer([makeOffer('Admin', { organisation: 'Halden University' })]),
    ),
    http.get(url('users/organization-users'), ({ request }) => {
      expect(new URL(request.url).searchParams.get('org_id')).toBe('9');
      return answerList([makePerson()]);
    }),
    http.get(url('users/organization-users/counts'), () =>
      answer({ users: 4, pending_activation: 0, role_requests: 1, assigned_roles: 2 }),
    ),
    http.get(url('users/assigned-roles/approve'), () => answerList([makeRoleRequest()])),
    http.get(url('users/assigned-role-status'), () => answerList([makeAssigned()])),
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

async function openDialog(user: ReturnType<typeof renderPart>['user']) {
  await user.click(
    await screen.findByRole('button', { name: 'Appoint Admin of Halden University' }),
  );
  return screen.findByRole('dialog', { name: 'Appoint an Admin of Halden University' });
}

it('appoints the first Admin of an organisation', async () => {
  const { user } = renderPart(<OrganisationsPage />);
  const dialog = await openDialog(user);
  await user.click(within(dialog).getByRole('button', { name: 'Appoint Admin' }));
  expect(await screen.findAllByText('Please select a User.')).toHaveLength(2);
  await user.click(within(dialog).getByRole('combobox', { name: /User/ }));
  await user.click(await screen.findByRole('option', { name: /Amara Joy Linwood/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Appoint Admin' }));
  expect(await screen.findByText('User is assigned to role successfully!')).toBeVisible();
  expect(sent).toEqual([{ org_role_id: 12, user_id: 21, assigned_by: 'Org Admin' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

/** What is offered after the server has agreed. */
function serveOffers(refusal?: string) {
  let offers = [makeOffer('Data Requester')];
  server.use(
    http.get(url('users/role'), () =>
      answer([
        { role_id: 2, role: 'Admin' },
        { role_id: 4, role: 'Data Officer' },
      ]),
    ),
    http.get(url('users/organizations/9/roles'), () => answer(offers)),
    http.post(url('users/org_roles'), async ({ request }) => {
      sent.push(await request.json());
      if (refusal) return refuse(409, refusal);
      offers = [makeOffer('Admin'), ...offers];
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

it('offers the role first where the organisation does not, and then appoints', async () => {
  serveOffers();
  const { user } = renderPart(<OrganisationsPage />);
  const dialog = await openDialog(user);
  expect(
    await within(dialog).findByText('Halden University does not offer the role Admin at present.'),
  ).toBeVisible();
  const offer = within(dialog).getByRole('button', { name: 'Assign this role' });
  await waitFor(() => expect(offer).toBeEnabled());
  await user.click(offer);
  expect(await screen.findByText('Organisation Role Assigned Successfully')).toBeVisible();
  await waitFor(() => expect(offer).not.toBeInTheDocument());
  await user.click(within(dialog).getByRole('combobox', { name: /User/ }));
  await user.click(await screen.findByRole('option', { name: /Amara Joy Linwood/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Appoint Admin' }));
  expect(await screen.findByText('User is assigned to role successfully!')).toBeVisible();
  expect(sent).toEqual([
    { org: 9, role: 2 },
    { org_role_id: 12, user_id: 21, assigned_by: 'Org Admin' },
  ]);
});

async function openOffer(user: ReturnType<typeof renderPart>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Assign Organisation Role' }));
  const dialog = await screen.findByRole('dialog', { name: 'Assign Organisation Role' });
  const submit = within(dialog).getByRole('button', { name: 'Assign Organisation Role' });
  return { dialog, submit };
}

it('has an organisation offer a role, once both are chosen', async () => {
  serveOffers();
  const { user } = renderPart(<OrganisationsPage />);
  const { dialog, submit } = await openOffer(user);
  await user.click(submit);
  // Beside its field, and as a toast.
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

it('keeps what was chosen when the organisation has the role already', async () => {
  serveOffers('The organisation has this role already.');
  const { user } = renderPart(<OrganisationsPage />);
  const { dialog, submit } = await openOffer(user);
  await user.click(within(dialog).getByRole('combobox', { name: /Organisation/ }));
  await user.click(await screen.findByRole('option', { name: 'Halden University' }));
  await user.click(within(dialog).getByRole('combobox', { name: /Role/ }));
  await user.click(await screen.findByRole('option', { name: 'Admin' }));
  await user.click(submit);
  expect(await within(dialog).findByText('The organisation has this role already.')).toBeVisible();
  expect(within(dialog).getByRole('combobox', { name: /Organisation/ })).toHaveValue(
    'Halden University',
  );
});

it('shows the words of the server when the organisation has an Admin', async () => {
  server.use(
    http.post(url('users/assigned-roles/admin'), () =>
      refuse(403, 'This organisation has an Admin.'),
    ),
  );
  const { user } = renderPart(<OrganisationsPage />);
  const dialog = await openDialog(user);
  await user.click(within(dialog).getByRole('combobox', { name: /User/ }));
  await user.click(await screen.findByRole('option', { name: /Amara Joy Linwood/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Appoint Admin' }));
  expect(await within(dialog).findByText('This organisation has an Admin.')).toBeVisible();
});

it('has the words of the specification for an empty list', async () => {
  server.use(http.get(url('users/organizations'), () => answerList([])));
  renderPart(<OrganisationsPage />);
  expect(await screen.findByText('No Organisation found')).toBeVisible();
});

it('leads to the users, requests and roles of one that has no Admin', async () => {
  const { user } = renderPart(<OrganisationsPage />, '/superuser/organisation');
  await user.click(
    await screen.findByRole('link', { name: 'Users and roles of Halden University' }),
  );
  expect(await screen.findByRole('heading', { name: 'Halden University' })).toBeVisible();
  expect(await screen.findByRole('grid', { name: 'Users' })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: /Roles Requests/ }));
  expect(await screen.findByRole('button', { name: /^Grant Data Requester/ })).toBeVisible();
  expect(screen.getByTestId('location')).toHaveTextContent('?org_id=9&tab=requests');
  await user.click(screen.getByRole('tab', { name: /Assigned Roles/ }));
  expect(await screen.findByRole('grid', { name: 'User Assigned Roles' })).toBeVisible();
});

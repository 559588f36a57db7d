import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { renderPart, signInAs } from '@/testing/render';
import {
  makeAssigned,
  makeOffer,
  makeOrganisation,
  makePerson,
  makeRoleRequest,
} from '@/testing/roleFactories';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import OrganisationsPage from './OrganisationsPage';

const sent: unknown[] = [];

beforeEach(() => {
  sent.length = 0;
  signInAs('Super User');
  server.use(
    http.get(url('users/organizations'), () =>
      answerList([
        makeOrganisation(),
        {
          ...makeOrganisation({ org_id: 10, name: 'Old Mill', active: 0 }),
          refusal: 'This organisation offers no role Admin.',
        },
      ]),
    ),
    http.get(url('users/organizations/9'), () => answer(makeOrganisation())),
    http.get(url('users/country'), () =>
      answer([
        { code: 'HV', name: 'Halvania', dial_code: '+999' },
        { code: 'OR', name: 'Ormeda', dial_code: '+998' },
      ]),
    ),
    http.get(url('users/organizations/9/roles'), () =>
      answer([makeOffer('Admin', { organisation: 'Halden University' })]),
    ),
    http.get(url('users/organization-users'), ({ request }) => {
      expect(new URL(request.url).searchParams.get('org_id')).toBe('9');
      return answerList([makePerson()]);
    }),
    http.get(url('users/organization-users/counts'), () =>
      answer({
        users: 4,
        pending_activation: 0,
        role_requests: 1,
        assigned_roles: 2,
        without_second_factor: 3,
      }),
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

it('explains how to get users when an organisation has none', async () => {
  server.use(http.get(url('users/organization-users'), () => answerList([])));
  const { user } = renderPart(<OrganisationsPage />);
  const dialog = await openDialog(user);
  expect(
    await within(dialog).findByText(/^No one has signed up under Halden University yet\./),
  ).toHaveTextContent('/home and to enter Halden University as the organisation.');
});

/** Serves the offered roles of an organisation. A successful change shows in the next read. */
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

it('offers the Admin role first if the organisation does not offer it, and then appoints', async () => {
  serveOffers();
  const { user } = renderPart(<OrganisationsPage />);
  const dialog = await openDialog(user);
  expect(
    await within(dialog).findByText('Halden University does not offer the role Admin right now.'),
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

it('opens the dialogs of links to appoint an Admin and to assign a role', async () => {
  const { user, unmount } = renderPart(<OrganisationsPage />, '/superuser/organisation?appoint=9');
  const appoint = await screen.findByRole('dialog', {
    name: 'Appoint an Admin of Halden University',
  });
  await user.click(within(appoint).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(appoint).not.toBeInTheDocument());
  unmount();

  renderPart(<OrganisationsPage />, '/superuser/organisation?org_id=9&tab=roles&assign=12');
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign Role' }));
  await user.click(dialog.getByRole('combobox', { name: /User/ }));
  await user.click(await screen.findByRole('option', { name: /Amara Joy Linwood/ }));
  await waitFor(() =>
    expect(dialog.getByRole('combobox', { name: /Organisation Role/ })).toHaveTextContent('Admin'),
  );
  await user.click(dialog.getByRole('button', { name: 'Assign Role' }));
  expect(await screen.findByText('User is assigned to role successfully!')).toBeVisible();
  expect(sent).toEqual([{ org_role_id: 12, user_id: 21, assigned_by: 'Org Admin' }]);
});

it('shows the message of the server when the organisation already has an Admin', async () => {
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

it('shows the text of the specification for an empty list', async () => {
  server.use(http.get(url('users/organizations'), () => answerList([])));
  renderPart(<OrganisationsPage />);
  expect(await screen.findByText('No Organisation found')).toBeVisible();
});

it('shows every field, and disables the appointment of an Admin when the role is not offered', async () => {
  renderPart(<OrganisationsPage />);
  const grid = await screen.findByRole('table', { name: 'Organisations' });
  const row = within(grid).getByRole('row', { name: /Halden University/ });
  for (const text of ['halden.example', 'A university.', 'Halvania', 'HU', 'Yes']) {
    expect(within(row).getByText(text)).toBeVisible();
  }
  expect(within(grid).getByRole('row', { name: /Old Mill.*No/ })).toBeVisible();
  const appoint = screen.getByRole('button', { name: 'Appoint Admin of Old Mill' });
  expect(appoint).toHaveAttribute('aria-disabled', 'true');
  expect(appoint).toHaveAccessibleDescription('This organisation offers no role Admin.');
});

it('searches and sorts all organisations on the server', async () => {
  const asked: string[] = [];
  server.use(
    http.get(url('users/organizations'), ({ request }) => {
      asked.push(new URL(request.url).search);
      return answerList([makeOrganisation()]);
    }),
  );
  const { user } = renderPart(<OrganisationsPage />);
  await user.click(await screen.findByRole('columnheader', { name: 'Country' }));
  await waitFor(() => expect(asked.at(-1)).toBe('?all=true&sort=country&page=1&page_size=20'));
  await user.type(screen.getByLabelText('Keyword Search'), 'halvania{Enter}');
  await waitFor(() => expect(asked.at(-1)).toContain('search=halvania'));
  await user.click(screen.getByRole('button', { name: 'Clear Filter' }));
  await waitFor(() => expect(asked.at(-1)).toBe('?all=true&page=1&page_size=20'));
});

/** Records the requests to save, and answers as the server does. */
function serveSaving(refusal?: Parameters<typeof refuse>) {
  const save =
    (status: 200 | 201, message: string) =>
    async ({ request }: { request: Request }) => {
      sent.push(await request.json());
      if (refusal) return refuse(...refusal);
      return HttpResponse.json({ code: status, message, data: { org_id: 11 } }, { status });
    };
  server.use(
    http.post(url('users/organizations'), save(201, 'Organisation Added Successfully')),
    http.put(url('users/organizations/9'), save(200, 'Organisation Updated Successfully')),
  );
}

async function openAdd(user: ReturnType<typeof renderPart>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Add Organisation' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Organisation' }));
  return { dialog, submit: dialog.getByRole('button', { name: 'Add Organisation' }) };
}

it('adds an organisation, and only warns about an empty domain or abbreviation', async () => {
  serveSaving();
  const { user } = renderPart(<OrganisationsPage />);
  const { dialog, submit } = await openAdd(user);
  await user.click(submit);
  expect(await screen.findByText('Please enter name')).toBeVisible();
  for (const words of [
    'Organisation Name is required.',
    'Organisation Domain is required.',
    'Organisation Description is required.',
    'Organisation Country is required.',
    'Organisation abbreviation is required.',
  ]) {
    expect(dialog.getByText(words)).toBeVisible();
  }
  const name = dialog.getByRole('textbox', { name: /Organisation Name/ });
  expect(name).toHaveFocus();
  await user.type(name, 'Lake Clinic');
  await user.click(submit);
  expect(await screen.findByText('Please enter description')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: /Description/ }), 'A clinic.');
  await user.click(submit);
  expect(await screen.findByText('Please enter country')).toBeVisible();
  await user.type(dialog.getByRole('combobox', { name: /Country/ }), 'Orm');
  await user.click(await screen.findByRole('option', { name: 'Ormeda' }));
  expect(dialog.getByRole('textbox', { name: /Domain/ })).not.toBeInvalid();
  await user.click(submit);
  expect(await screen.findByText('Organisation Added Successfully')).toBeVisible();
  expect(sent).toEqual([
    {
      name: 'Lake Clinic',
      domain: null,
      description: 'A clinic.',
      country: 'Ormeda',
      abbreviation: null,
      active: 1,
    },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('shows the error of a field that loses the focus after the click is complete', async () => {
  const { user } = renderPart(<OrganisationsPage />);
  const { dialog, submit } = await openAdd(user);
  await user.click(dialog.getByRole('textbox', { name: 'Organisation Name' }));
  await user.pointer({ keys: '[MouseLeft>]', target: dialog.getByText('Cancel') });
  expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  expect(dialog.queryByText('Organisation Name is required.')).not.toBeInTheDocument();
  // Releasing the pointer beside the button does not click it.
  await user.pointer({ keys: '[/MouseLeft]', target: submit.parentElement! });
  expect(await dialog.findByText('Organisation Name is required.')).toBeVisible();
});

it('edits an organisation, and explains the inactive status', async () => {
  serveSaving();
  const { user } = renderPart(<OrganisationsPage />);
  await user.click(await screen.findByRole('button', { name: 'Edit Halden University' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Halden University' }));
  expect(dialog.getByRole('combobox', { name: /Country/ })).toHaveValue('Halvania');
  const abbreviation = dialog.getByRole('textbox', { name: /Abbreviation/ });
  await user.clear(abbreviation);
  await user.type(abbreviation, 'HAU');
  await user.click(dialog.getByRole('combobox', { name: 'Active' }));
  await user.click(await screen.findByRole('option', { name: 'No' }));
  expect(dialog.getByText(/^No one can register with it/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Save Organisation' }));
  expect(await screen.findByText('Organisation Updated Successfully')).toBeVisible();
  expect(sent).toEqual([
    {
      name: 'Halden University',
      domain: 'halden.example',
      description: 'A university.',
      country: 'Halvania',
      abbreviation: 'HAU',
      active: 0,
      row_version: 1,
    },
  ]);
});

it('keeps the typed values when the server refuses, and shows the error at the field', async () => {
  const message = 'An organisation with this name already exists.';
  serveSaving([409, message, { errors: { name: [message] } }]);
  const { user } = renderPart(<OrganisationsPage />);
  const { dialog, submit } = await openAdd(user);
  const name = dialog.getByRole('textbox', { name: /Organisation Name/ });
  await user.type(name, 'Halden University');
  await user.type(dialog.getByRole('textbox', { name: /Description/ }), 'A clinic.');
  await user.type(dialog.getByRole('combobox', { name: /Country/ }), 'Nowhere');
  await user.click(submit);
  expect(await dialog.findByText(message)).toBeVisible();
  expect(name).toBeInvalid();
  expect(name).toHaveValue('Halden University');
  expect(dialog.getByRole('combobox', { name: /Country/ })).toHaveValue('Nowhere');
  await user.type(name, ' Clinic');
  expect(name).not.toBeInvalid();
});

it('opens the users, requests and roles of an organisation that offers no role', async () => {
  server.use(http.get(url('users/organizations/9/roles'), () => answer([])));
  const { user } = renderPart(<OrganisationsPage />, '/superuser/organisation');
  await user.click(
    await screen.findByRole('link', { name: 'Users and roles of Halden University' }),
  );
  // The heading shows the organisation's name even if it offers no role.
  expect(await screen.findByRole('heading', { name: 'Halden University' })).toBeVisible();
  expect(await screen.findByRole('table', { name: 'Users' })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: /Roles Requests/ }));
  expect(await screen.findByRole('button', { name: /^Grant Data Requester/ })).toBeVisible();
  expect(screen.getByTestId('location')).toHaveTextContent('?org_id=9&tab=requests');
  await user.click(screen.getByRole('tab', { name: /Assigned Roles/ }));
  expect(await screen.findByRole('table', { name: 'User Assigned Roles' })).toBeVisible();
});

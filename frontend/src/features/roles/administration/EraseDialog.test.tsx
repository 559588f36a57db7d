import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { ErasurePlan, OrganisationUser } from '@/api/models';
import { renderPart, signInAs } from '@/testing/render';
import { makePerson } from '@/testing/roleFactories';
import { chooseRowAction } from '@/testing/rows';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import { UserTable } from './UserTable';

const sent: unknown[] = [];
let plan: ErasurePlan;
let people: OrganisationUser[];

const listed = (changes: Partial<OrganisationUser>): OrganisationUser => ({
  ...makePerson(),
  refusal: null,
  may_erase: true,
  ...changes,
});

beforeEach(() => {
  sent.length = 0;
  plan = {
    user_id: 21,
    fname: 'Amara',
    sname: 'Linwood',
    has_email: true,
    becomes: 'Erased person',
    requests: 2,
    drafts: 1,
    duties: [],
  };
  people = [listed({})];
  signInAs('Super User');
  server.use(
    http.get(url('users/organization-users'), () => answerList(people)),
    http.get(url('users/erase/:id'), () => answer(plan)),
    http.post(url('users/erase/:id'), async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      return answer(null, { message: 'The account was erased.' });
    }),
  );
});

async function opened() {
  const { user } = renderPart(<UserTable orgId={6} />);
  await chooseRowAction(user, 'Amara Joy Linwood', 'Erase…');
  const dialog = await screen.findByRole('dialog', {
    name: 'Erase the account of Amara Joy Linwood',
  });
  return { user, dialog: within(dialog) };
}

async function filledIn() {
  const { user, dialog } = await opened();
  await user.type(await dialog.findByRole('textbox', { name: /Who asked/ }), 'By letter, 7/12');
  await user.type(
    dialog.getByRole('textbox', { name: /The email address/ }),
    'amara.linwood@university.example',
  );
  await user.type(dialog.getByLabelText(/^Your password/), 'secret');
  return { user, dialog, send: () => dialog.getByRole('button', { name: 'Erase this account' }) };
}

it('lists what is deleted and what is kept, erases the account, and confirms it', async () => {
  const { user, dialog, send } = await filledIn();
  expect(dialog.getByText(/Passports and national IDs/)).toBeVisible();
  expect(dialog.getByText(/1 draft$/)).toBeVisible();
  expect(dialog.getByText(/2 Data Requests, with what/)).toBeVisible();
  await user.click(send());
  expect(await screen.findByText('The account was erased.')).toBeVisible();
  expect(sent).toEqual([
    [
      '21',
      {
        reason: 'By letter, 7/12',
        confirmation: 'amara.linwood@university.example',
        password: 'secret',
      },
    ],
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('lists what has to be settled first, and offers nothing else', async () => {
  plan.duties = ['The person has the role Data Officer at Halden University. First withdraw it.'];
  const { dialog } = await opened();
  expect(await dialog.findByText(/role Data Officer at Halden/)).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Erase this account' })).not.toBeInTheDocument();
  expect(dialog.queryByLabelText(/^Your password/)).not.toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible();
});

it('refetches the list if another person has erased the account meanwhile', async () => {
  let asked = 0;
  server.use(
    http.get(url('users/erase/:id'), () => {
      asked += 1;
      people = [listed({ erased: true, may_erase: false, refusal: 'This account was erased.' })];
      return refuse(409, 'This account was already erased.');
    }),
  );
  const { dialog } = await opened();
  expect(await dialog.findByText('This account was already erased.')).toBeVisible();
  expect(await screen.findByText('Account 21')).toBeInTheDocument();
  expect(asked).toBe(1);
});

it('requires all three fields before sending', async () => {
  const { user, dialog } = await opened();
  await user.click(await dialog.findByRole('button', { name: 'Erase this account' }));
  expect(dialog.getByText('Enter who asked for it, and when')).toBeVisible();
  expect(dialog.getByText('Type the email address')).toBeVisible();
  expect(dialog.getByText('The password is required')).toBeVisible();
  expect(sent).toEqual([]);
});

it('shows a wrong password at its field, and an obstacle below', async () => {
  server.use(
    http.post(
      url('users/erase/:id'),
      () => refuse(401, 'Invalid Password', { reason: 'wrong_password' }),
      { once: true },
    ),
    http.post(url('users/erase/:id'), () => refuse(409, 'The Data Request DAC007 is pending.')),
  );
  const { user, dialog, send } = await filledIn();
  await user.click(send());
  expect(await dialog.findByText('Invalid Password')).toBeVisible();
  await user.click(send());
  expect(await dialog.findByText('The Data Request DAC007 is pending.')).toBeVisible();
  expect(dialog.getByLabelText(/^Your password/)).toHaveValue('secret');
});

it('asks for the phone number as confirmation if the account has no email address', async () => {
  plan.has_email = false;
  const { dialog } = await opened();
  expect(await dialog.findByRole('textbox', { name: /The phone number/ })).toBeVisible();
});

it('offers erasure to Super Users only, and not for erased accounts', async () => {
  people = [
    listed({ may_erase: false }),
    listed({
      user_id: 22,
      fname: 'Erased',
      middle_name: null,
      sname: 'person',
      erased: true,
      may_erase: false,
      is_active: 'Disable',
      refusal: 'This account was erased.',
    }),
  ];
  renderPart(<UserTable orgId={6} />);
  const table = await screen.findByRole('table', { name: 'Users' });
  expect(within(table).queryByRole('button', { name: /^Actions/ })).not.toBeInTheDocument();
  expect(within(table).getByText('Erased')).toBeVisible();
});

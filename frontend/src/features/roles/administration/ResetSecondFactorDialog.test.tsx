import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { OrganisationUser } from '@/api/models';
import { renderPart, signInAs } from '@/testing/render';
import { makePerson } from '@/testing/roleFactories';
import { chooseRowAction } from '@/testing/rows';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import { UserTable } from './UserTable';

const AMARA = 'Amara Joy Linwood';
const sent: unknown[] = [];
let people: OrganisationUser[];

beforeEach(() => {
  sent.length = 0;
  people = [{ ...makePerson(), refusal: null, may_erase: true }];
  signInAs('Super User');
  server.use(
    http.get(url('users/organization-users'), () => answerList(people)),
    http.post(url('users/second-factor/reset'), async ({ request }) => {
      sent.push(await request.json());
      return answer(null, { message: 'The second factor was reset.' });
    }),
  );
});

async function opened() {
  const { user } = renderPart(<UserTable orgId={6} />);
  await chooseRowAction(user, AMARA, 'Reset second factor…');
  const dialog = within(
    await screen.findByRole('dialog', { name: `Reset the second factor of ${AMARA}` }),
  );
  return { user, dialog, button: dialog.getByRole('button', { name: 'Reset the second factor' }) };
}

it('says what happens, resets the second factor, and confirms it', async () => {
  const { user, dialog, button } = await opened();
  expect(dialog.getByText(/is signed out everywhere, and gets an email/)).toBeVisible();
  await user.click(button);
  expect(await screen.findByText('The second factor was reset.')).toBeVisible();
  expect(sent).toEqual([{ user_id: 21 }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('asks for the password of the Super User first', async () => {
  let confirmed = false;
  server.use(
    http.post(url('users/second-factor/reset'), () =>
      confirmed
        ? answer(null, { message: 'The second factor was reset.' })
        : refuse(403, 'Enter your password to continue.', { code: 607, reason: 'password_needed' }),
    ),
    http.post(url('users/confirm-password'), () => {
      confirmed = true;
      return answer(null);
    }),
  );
  const { user, button } = await opened();
  await user.click(button);
  await screen.findByRole('dialog', { name: 'Enter your password' });
  await user.type(screen.getByLabelText(/^Your password/), 'Demo-2026!{Enter}');
  expect(await screen.findByText('The second factor was reset.')).toBeVisible();
});

it('says that the person has no second factor', async () => {
  const message = 'This account has no second factor.';
  server.use(
    http.post(url('users/second-factor/reset'), () =>
      refuse(409, message, { reason: 'no_second_factor' }),
    ),
  );
  const { user, dialog, button } = await opened();
  await user.click(button);
  expect(await dialog.findByText(message)).toBeVisible();
});

it('is offered neither for the own account nor for erased ones', async () => {
  people = [
    { ...makePerson(), refusal: null, may_erase: false },
    { ...makePerson({ user_id: 22, erased: true }), refusal: 'Erased.', may_erase: false },
  ];
  renderPart(<UserTable orgId={6} />);
  const table = within(await screen.findByRole('table', { name: 'Users' }));
  expect(table.queryByRole('button', { name: /^Actions for|^Reset/ })).not.toBeInTheDocument();
});

it('is not offered to Admins', async () => {
  signInAs('Admin');
  renderPart(<UserTable orgId={6} />);
  const table = within(await screen.findByRole('table', { name: 'Users' }));
  expect(table.queryByRole('button', { name: /^Actions for|^Reset/ })).not.toBeInTheDocument();
});

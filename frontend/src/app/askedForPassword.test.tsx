import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { dialogs, serveDialogs, type DialogCase } from '@/testing/dialogs';
import { renderPart, signInAs } from '@/testing/render';
import { answer, refuse, server, url } from '@/testing/server';

/** The dialogs whose calls require that the password was entered in the last minutes. */
const protectedDialogs = [
  'AppointAdminDialog',
  'AssignRoleDialog',
  'InsertStageDialog',
  'NextStageDialog',
  'OrganisationDialog',
  'OrganisationRoleDialog',
  'ProcedureDialog',
  'RoleStatusDialog',
  'StageDialog',
  'UserStatusDialog',
];
const acts = dialogs.filter(
  (entry): entry is Required<DialogCase> =>
    protectedDialogs.includes(entry.component) && entry.send !== undefined,
);

const NEEDED = 'Enter your password to continue.';

/** Refuses every change until the password is confirmed. Returns the recorded calls. */
function asksForPassword(): string[] {
  const sent: string[] = [];
  let confirmed = false;
  server.use(
    http.post(url('users/confirm-password'), () => {
      confirmed = true;
      return answer(null);
    }),
    http.all('*', async ({ request }) => {
      if (request.method === 'GET') return undefined;
      sent.push(`${request.method} ${request.url} ${await request.clone().text()}`);
      return confirmed ? answer({}) : refuse(403, NEEDED, { code: 607, reason: 'password_needed' });
    }),
  );
  return sent;
}

const prompt = () => screen.findByRole('dialog', { name: 'Enter your password' });

const typed = () =>
  [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input, [role=dialog] textarea')]
    .filter((field) => field.type !== 'radio')
    .map(({ value }) => value);

beforeEach(() => {
  serveDialogs();
  signInAs('Super User');
});

it('covers every dialog whose calls may require the password', () => {
  expect(acts.map(({ component }) => component).sort()).toEqual(protectedDialogs);
});

it.each(acts)(
  '$component keeps its values without the password, and sends them again with it',
  async ({ show, begin, complete, send }) => {
    const onClose = vi.fn();
    const { user } = renderPart(show(onClose));
    await begin(user);
    await complete(user);
    const before = typed();
    const sent = asksForPassword();

    await user.click(screen.getByRole('button', { name: send }));
    await prompt();
    await user.keyboard('{Escape}');
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Enter your password' })).toBeNull(),
    );
    expect((await screen.findAllByText(NEEDED)).length).toBeGreaterThan(0);
    expect(typed()).toEqual(before);
    expect(onClose).not.toHaveBeenCalled();

    await user.click(screen.getByRole('button', { name: send }));
    await prompt();
    await user.type(screen.getByLabelText(/^Your password/), 'right{Enter}');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent).toEqual([sent[0], sent[0], sent[0]]);
  },
);

import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '@/api/session';
import { dialogs, serveDialogs, shownDialog, type DialogCase } from '@/testing/dialogs';
import { makeRole, makeUser } from '@/testing/factories';
import { renderPart, signInAs } from '@/testing/render';

/** Dialogs with passwords, codes or files, and the registration, which has a draft of its own. */
const without = [
  'SignInDialog',
  'SignUpDialog',
  'PasswordDialog',
  'PasswordChangeDialog',
  'ConfirmOwnerDialog',
  'SetUpDialog',
  'FacilityFileDialog',
];
const filled = dialogs.filter(
  (entry): entry is DialogCase & { begin: NonNullable<DialogCase['begin']> } =>
    entry.begin !== undefined && !without.includes(entry.component),
);

/** Returns the values of the fields that may be stored. */
const values = () =>
  [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input, [role=dialog] textarea')]
    .filter(({ type }) => type !== 'password' && type !== 'file')
    .filter(({ autocomplete }) => autocomplete !== 'one-time-code')
    .map((field) => (/radio|checkbox/.test(field.type) ? String(field.checked) : field.value));

const keptForms = () =>
  [localStorage, sessionStorage]
    .flatMap((storage) => Object.keys(storage))
    .filter((key) => key.includes('.form.'));

const signInAsAnother = () =>
  session.begin(
    makeUser({ user_id: 8, assigned_roles: [makeRole('Super User')] }),
    'token-of-another',
  );

beforeEach(() => {
  serveDialogs();
  signInAs('Super User');
});

it.each(filled)('$component restores its values after the session ended', async (entry) => {
  const { show, begin, complete } = entry;
  const first = renderPart(show(vi.fn()));
  await shownDialog();
  await begin(first.user);
  await complete?.(first.user);
  const before = values();
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/secret|123456/);
  act(() => session.lose());
  first.unmount();
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/secret|123456/);

  signInAs('Super User');
  const second = renderPart(show(vi.fn()));
  await shownDialog();
  await waitFor(() => expect(values().slice(0, before.length)).toEqual(before));

  // Closing the form deletes what is kept.
  expect(keptForms()).toHaveLength(1);
  second.unmount();
  expect(keptForms()).toEqual([]);
});

describe('A dialog', () => {
  const { show, begin } = filled.find(({ component }) => component === 'TopicDialog')!;
  const description = async () =>
    within(await shownDialog()).findByRole('textbox', { name: /Description/ });

  const typeAndLose = async () => {
    const { user, unmount } = renderPart(show(vi.fn()));
    await begin(user);
    act(() => session.lose());
    unmount();
  };

  it('does not show the values to another account', async () => {
    await typeAndLose();
    signInAsAnother();
    const other = renderPart(show(vi.fn()));
    expect(await description()).toHaveValue('Who is born');
    other.unmount();

    signInAs('Super User');
    renderPart(show(vi.fn()));
    expect(await description()).toHaveValue('Who is born x');
  });

  it('ignores and keeps the values of another tab', async () => {
    const first = renderPart(show(vi.fn()));
    await begin(first.user);
    // Another tab shares the local storage and has its own session storage.
    const ofFirst: Record<string, string> = { ...sessionStorage };
    sessionStorage.clear();
    first.unmount();
    signInAs('Super User');
    const other = renderPart(show(vi.fn()));
    expect(await description()).toHaveValue('Who is born');
    other.unmount();

    for (const [key, value] of Object.entries(ofFirst)) sessionStorage.setItem(key, value);
    renderPart(show(vi.fn()));
    expect(await description()).toHaveValue('Who is born x');
  });

  it('asks before it discards restored values', async () => {
    await typeAndLose();
    signInAs('Super User');
    const onClose = vi.fn();
    const { user } = renderPart(show(onClose));
    await shownDialog();
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('dialog', { name: 'Discard your changes?' })).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('deletes its values on sign-out', async () => {
    const { user, unmount } = renderPart(show(vi.fn()));
    await begin(user);
    act(() => session.end());
    unmount();
    expect(keptForms()).toEqual([]);
  });

  it('keeps its values when another tab has cleared the storage by signing out', async () => {
    const { user, unmount } = renderPart(show(vi.fn()));
    await begin(user);
    localStorage.clear();
    act(() => session.lose());
    unmount();
    expect(keptForms()).toHaveLength(1);
  });
});

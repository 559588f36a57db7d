import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dialogs, serveDialogs, shownDialog } from '@/testing/dialogs';
import { renderPart, signInAs } from '@/testing/render';
import { violationsOf } from '@/testing/violations';

const sources = import.meta.glob<string>(['../**/*.tsx', '!../testing/**', '!../**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const frames = /<(DialogForm|DialogFrame|RowDialog|AccountDialog|RecordDialog)\b/;
const isFrame = /^(DialogForm|DialogFrame|RowDialog|AccountDialog|RecordDialog)$/;

/** The area around the dialog's paper. A click there closes a dialog. */
const beside = () => document.querySelector('.MuiDialog-container')!;
const question = () => screen.findByRole('dialog', { name: 'Discard your changes?' });

beforeEach(() => {
  serveDialogs();
  signInAs('Super User');
});

it('covers every dialog of the product', () => {
  const found = Object.entries(sources)
    .filter(([, text]) => frames.test(text))
    .map(([path]) => /(\w+)\.tsx$/.exec(path)?.[1] ?? path)
    .filter((name) => !isFrame.test(name));
  expect(found.sort()).toEqual(dialogs.map(({ component }) => component).sort());
});

describe.each(dialogs)('$component', ({ show, begin, stays }) => {
  it('closes by a click beside it unless it stays, and asks first after a change', async () => {
    const onClose = vi.fn();
    const { user } = renderPart(show(onClose));
    await shownDialog();
    await user.click(beside());
    expect(onClose).toHaveBeenCalledTimes(stays ? 0 : 1);
    if (!begin) return;

    await begin(user);
    await user.click(beside());
    await user.click(within(await question()).getByRole('button', { name: 'Keep editing' }));
    await waitFor(() =>
      expect(screen.queryByText('Discard your changes?')).not.toBeInTheDocument(),
    );
    expect(onClose).toHaveBeenCalledOnce();

    await user.keyboard('{Escape}');
    await user.click(within(await question()).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  });

  it('has no accessibility violations', async () => {
    const { user } = renderPart(show(vi.fn()));
    const dialog = await shownDialog();
    await begin?.(user);
    expect(await violationsOf(dialog)).toEqual([]);
  });
});

const ofAccounts = dialogs.filter(({ component }) =>
  [
    'PasswordDialog',
    'PasswordChangeDialog',
    'AttendDialog',
    'EraseDialog',
    'SignUpDialog',
    'SignInDialog',
  ].includes(component),
);

it.each(ofAccounts)(
  '$component provides the username of its password for password managers',
  async ({ show }) => {
    renderPart(show(vi.fn()));
    await shownDialog();
    const password = await waitFor(() => {
      const field = document.querySelector<HTMLInputElement>('[type="password"]');
      expect(field?.autocomplete).toMatch(/^(current|new)-password$/);
      return field!;
    });
    const names = password.form!.querySelectorAll<HTMLInputElement>('[autocomplete="username"]');
    expect(names).toHaveLength(1);
  },
);

it('covers every dialog with the password of an account', () => {
  const asking = Object.entries(sources)
    .filter(([, text]) => /(current|new)-password|<PasswordPair/.test(text))
    .map(([path]) => /(\w+)\.tsx$/.exec(path)?.[1] ?? path);
  // Pages and parts of forms, and a dialog whose password belongs to a database and not to an
  // account.
  const others = [
    'ForgotPasswordPage',
    'NewPassword',
    'PasswordPair',
    'SignUpFields',
    'SourceDialog',
  ];
  const known = [...ofAccounts.map(({ component }) => component), ...others];
  expect(asking.filter((name) => !known.includes(name))).toEqual([]);
});

describe('Back', () => {
  const { show, begin } = dialogs.find(({ component }) => component === 'StageTypeDialog')!;
  const heard = vi.fn();

  // The router listens after the dialog: an event that reaches it navigates away.
  beforeEach(() => {
    heard.mockClear();
    history.replaceState({ idx: 0 }, '', '/first');
    history.pushState({ idx: 1 }, '', '/second');
    addEventListener('popstate', heard);
    return () => removeEventListener('popstate', heard);
  });

  it('asks first after a change, and keeps the address', async () => {
    const { user } = renderPart(show(vi.fn()));
    await begin?.(user);
    act(() => history.back());
    expect(await question()).toBeVisible();
    await waitFor(() => expect(location.pathname).toBe('/second'));
    expect(heard).not.toHaveBeenCalled();
  });

  it('navigates back without a change', async () => {
    renderPart(show(vi.fn()));
    await screen.findByRole('dialog');
    act(() => history.back());
    await waitFor(() => expect(heard).toHaveBeenCalledOnce());
    expect(location.pathname).toBe('/first');
  });
});

import { screen } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { session } from '@/api/session';
import { deleteLocalCopies } from '@/lib/localCopies';
import { makeRole, makeUser } from '@/testing/factories';
import { renderPart, signInAs } from '@/testing/render';
import { answerVariables, makeRequest } from '@/testing/reviewFactories';
import { answer, server, url } from '@/testing/server';
import { ReviewScreen } from '../ReviewScreen';

let request = makeRequest();

/** True while the page is scrolled to its sections. */
let inView = true;

beforeEach(() => {
  request = makeRequest();
  inView = true;
  server.use(
    http.get(url('data_requests'), () => answer(request)),
    http.get(url('data_requests/dataset_variables'), ({ request: call }) =>
      answerVariables(request, call),
    ),
    http.get(url('data_requests/statecomment/list/:id'), () => answer([])),
  );
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly onChange: (entries: { isIntersecting: boolean }[]) => void) {}
      observe() {
        this.onChange([{ isIntersecting: inView }]);
      }
      disconnect() {}
    },
  );
  signInAs('Data Security Reviewer');
});

const open = () => renderPart(<ReviewScreen />, '/datarequest?request_id=11');
const agreement = () => screen.getByText('Is Data Sharing Agreement Attached?').closest('button')!;

it('marks the sections that were opened, and remembers them on this device', async () => {
  const first = open();
  // The people are open at first.
  expect(await screen.findByText('1 of 9 sections read')).toBeVisible();
  expect(agreement()).not.toHaveAccessibleDescription();
  await first.user.click(agreement());
  expect(await screen.findByText('2 of 9 sections read')).toBeVisible();
  expect(agreement()).toHaveAccessibleDescription('Read');
  // A section that is closed again was read nevertheless.
  await first.user.click(agreement());
  expect(screen.getByText('2 of 9 sections read')).toBeVisible();
  first.unmount();

  open();
  expect(await screen.findByText('2 of 9 sections read')).toBeVisible();
  expect(agreement()).toHaveAccessibleDescription('Read');
});

it('counts all sections at once', async () => {
  const { user } = open();
  await user.click(await screen.findByText('Open all sections'));
  expect(await screen.findByText('9 of 9 sections read')).toBeVisible();
});

it('does not count an open section that is out of view', async () => {
  inView = false;
  const { user } = open();
  await user.click(await screen.findByText('Open all sections'));
  expect(screen.getByText('0 of 9 sections read')).toBeVisible();
});

it('begins anew with each version of the request, and after signing out', async () => {
  const first = open();
  expect(await screen.findByText('1 of 9 sections read')).toBeVisible();
  await first.user.click(agreement());
  expect(await screen.findByText('2 of 9 sections read')).toBeVisible();
  first.unmount();

  request = makeRequest({ version: request.version + 1 });
  inView = false;
  const second = open();
  expect(await screen.findByText('0 of 9 sections read')).toBeVisible();
  second.unmount();

  request = makeRequest();
  const third = open();
  expect(await screen.findByText('2 of 9 sections read')).toBeVisible();
  third.unmount();
  deleteLocalCopies(makeUser().user_id);
  open();
  expect(await screen.findByText('0 of 9 sections read')).toBeVisible();
});

it('keeps what another account has read to that account', async () => {
  const first = open();
  expect(await screen.findByText('1 of 9 sections read')).toBeVisible();
  first.unmount();
  inView = false;
  const assigned_roles = [makeRole('Data Security Reviewer')];
  session.begin(makeUser({ user_id: 8, assigned_roles }), 'token-of-another');
  open();
  expect(await screen.findByText('0 of 9 sections read')).toBeVisible();
});

it('opens all sections of the next request for a reader who opened them before', async () => {
  const first = open();
  await first.user.click(await screen.findByText('Open all sections'));
  first.unmount();
  request = makeRequest({ request_id: 12 });
  renderPart(<ReviewScreen />, '/datarequest?request_id=12');
  expect(await screen.findByText('Close all sections')).toBeVisible();
  expect(agreement()).toHaveAttribute('aria-expanded', 'true');
});

import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { OwnIdentity } from '@/api/models';
import { renderPart, signInAs } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import { violationsOf } from '@/testing/violations';
import SecuritySection from '../profile/SecuritySection';
import { campus, makeIdentity, ministry, offerProviders, PROVIDER_ADDRESS } from './testing';
import { trip } from './trip';

let identities: OwnIdentity[];
const unlinked: unknown[] = [];

beforeEach(() => {
  identities = [makeIdentity()];
  unlinked.length = 0;
  signInAs('Data Access Reviewer');
  server.use(
    http.get(url('users/identities'), () => answer({ identities, linkable: true })),
    http.delete(url('users/identities/:id'), ({ params }) => {
      unlinked.push(params.id);
      identities = [];
      return new HttpResponse(null, { status: 204 });
    }),
    http.get(url('users/sessions'), () => answerList([])),
  );
});

const section = async () =>
  within(await screen.findByRole('region', { name: 'Sign-in providers' }));

async function openUnlink() {
  const { user } = renderPart(<SecuritySection />);
  await user.click(
    await (await section()).findByRole('button', { name: 'Unlink Ministry of Health' }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Unlink Ministry of Health' }));
  return {
    user,
    dialog,
    button: dialog.getByRole('button', { name: 'Unlink Ministry of Health' }),
  };
}

it('lists the linked identities, and links those that are not linked', async () => {
  const { begun, left } = offerProviders(ministry, campus);
  identities = [makeIdentity({ last_used_on: new Date(Date.now() - 3 * 3_600_000).toISOString() })];
  const { user } = renderPart(<SecuritySection />);
  const shown = await section();
  expect(await shown.findByText('Ministry of Health')).toBeVisible();
  expect(shown.getByText(/^Linked on 05 March 2026, last used/)).toHaveTextContent('3 hours ago');
  const link = await shown.findByRole('button', { name: /^Link/ });
  expect(link).toHaveTextContent('Link Campus Login');
  expect(await violationsOf(document.body)).toEqual([]);
  await user.dblClick(link);
  await waitFor(() => expect(left).toEqual([PROVIDER_ADDRESS]));
  expect(begun).toEqual([{ provider: 'campus' }]);
  expect(trip.get()).toEqual(campus);
});

it('is hidden if no provider is offered and none is linked', async () => {
  identities = [];
  renderPart(<SecuritySection />);
  expect(await screen.findByRole('heading', { name: 'Where you are signed in' })).toBeVisible();
  expect(screen.queryByText('Sign-in providers')).not.toBeInTheDocument();
});

it('lists an identity whose provider is not offered any more', async () => {
  identities = [makeIdentity({ label: 'https://id.former.example' })];
  renderPart(<SecuritySection />);
  const shown = await section();
  expect(await shown.findByText('https://id.former.example')).toBeVisible();
  expect(shown.getByText('Linked on 05 March 2026, not used yet')).toBeVisible();
  expect(shown.queryByRole('button', { name: /^Link/ })).not.toBeInTheDocument();
});

it('shows the error of the list and loads it again', async () => {
  offerProviders(ministry);
  let fails = true;
  server.use(
    http.get(url('users/identities'), () =>
      fails
        ? refuse(403, 'You may not see this.', { reason: 'internal' })
        : answer({ identities, linkable: true }),
    ),
  );
  const { user } = renderPart(<SecuritySection />);
  const shown = await section();
  expect(await shown.findByText('You may not see this.')).toBeVisible();
  expect(shown.queryByRole('button', { name: /^Link/ })).not.toBeInTheDocument();
  fails = false;
  await user.click(shown.getByRole('button', { name: 'Try again' }));
  expect(await shown.findByText('Ministry of Health')).toBeVisible();
});

it('says that the provider does not answer', async () => {
  const message = 'The sign-in provider does not answer. Try again in a moment.';
  offerProviders(ministry, campus);
  server.use(
    http.post(url('users/signin/provider'), () =>
      refuse(503, message, { reason: 'provider_unreachable' }),
    ),
  );
  const { user } = renderPart(<SecuritySection />);
  const shown = await section();
  await user.click(await shown.findByRole('button', { name: 'Link Campus Login' }));
  expect(await shown.findByText(message)).toBeVisible();
});

it('unlinks an identity once, after a confirmation', async () => {
  offerProviders(ministry);
  const { user, button } = await openUnlink();
  await user.dblClick(button);
  expect(await screen.findByText('Ministry of Health is unlinked.')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(unlinked).toEqual(['4']);
  const shown = await section();
  expect(await shown.findByRole('button', { name: 'Link Ministry of Health' })).toBeVisible();
});

it('treats an identity that was unlinked before as success', async () => {
  server.use(
    http.delete(url('users/identities/:id'), () =>
      refuse(404, 'There is no such sign-in.', { reason: 'identity_not_found' }),
    ),
  );
  const { user, button } = await openUnlink();
  await user.click(button);
  expect(await screen.findByText('Ministry of Health is unlinked.')).toBeInTheDocument();
});

it('says that the last way to sign in stays', async () => {
  const message = 'This is your only way to sign in.';
  server.use(
    http.delete(url('users/identities/:id'), () => refuse(409, message, { reason: 'last_way_in' })),
  );
  const { user, dialog, button } = await openUnlink();
  await user.click(button);
  expect(await dialog.findByText(message)).toBeVisible();
});

it('asks for the password before it unlinks', async () => {
  let confirmed = false;
  server.use(
    http.delete(url('users/identities/:id'), () =>
      confirmed
        ? new HttpResponse(null, { status: 204 })
        : refuse(403, 'Enter your password to continue.', { code: 607, reason: 'password_needed' }),
    ),
    http.post(url('users/confirm-password'), () => {
      confirmed = true;
      return answer(null);
    }),
  );
  const { user, button } = await openUnlink();
  await user.click(button);
  await screen.findByRole('dialog', { name: 'Enter your password' });
  await user.type(screen.getByLabelText(/^Your password/), 'Demo-2026!{Enter}');
  expect(await screen.findByText('Ministry of Health is unlinked.')).toBeInTheDocument();
});

it('offers to try again when the connection is lost', async () => {
  server.use(http.delete(url('users/identities/:id'), () => HttpResponse.error(), { once: true }));
  const { user, dialog, button } = await openUnlink();
  await user.click(button);
  await user.click(await dialog.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Ministry of Health is unlinked.')).toBeInTheDocument();
  expect(unlinked).toEqual(['4']);
});

import { screen } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import type { SecondFactor } from '@/api/models';
import { makeOwnPasskey, makeSecondFactor } from '@/testing/factories';
import { renderPart, signInAs } from '@/testing/render';
import { answer, server, url } from '@/testing/server';
import { SecondFactorBanner } from './SecondFactorBanner';

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();

/** Renders the banner, and waits until the second factor is read. */
async function show(factor: Partial<SecondFactor>, path = '/accessreviewer/home') {
  let read = () => {};
  const answered = new Promise<void>((resolve) => (read = resolve));
  server.use(
    http.get(url('users/second-factor'), () => {
      read();
      return answer(makeSecondFactor(factor));
    }),
  );
  signInAs('Data Access Reviewer');
  renderPart(<SecondFactorBanner />, path);
  await answered;
  await new Promise((resolve) => setTimeout(resolve, 50));
}

const banner = () => screen.queryByRole('region', { name: 'Second factor' });

it('reminds of the second factor in the last days, with a link', async () => {
  await show({ required: true, required_from: inDays(4) });
  expect(
    await screen.findByText(/^Your role needs a second factor from \d\d \w+ \d+ on\.$/),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Set up a second factor' })).toHaveAttribute(
    'href',
    '/profile?section=security',
  );
});

it.each([
  ['long before', { required: true, required_from: inDays(9) }],
  ['if none is needed', {}],
  ['after the setup', { required: true, required_from: inDays(4), app_added_on: inDays(-1) }],
  ['with a passkey', { required: true, required_from: inDays(4), passkeys: [makeOwnPasskey()] }],
] satisfies [string, Partial<SecondFactor>][])('does not show %s', async (_, factor) => {
  await show(factor);
  expect(banner()).not.toBeInTheDocument();
});

it('does not show on the page to which it leads', async () => {
  await show({ required: true, required_from: inDays(4) }, '/profile?section=security');
  expect(banner()).not.toBeInTheDocument();
});

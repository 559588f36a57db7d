import { useQueryClient } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { renderPart, signInAs } from '@/testing/render';
import { answer, refuse, server, url } from '@/testing/server';
import { violationsOf } from '@/testing/violations';
import CalendarFeed from './CalendarFeed';

const PATH = 'users/calendar-feed';
const addressOf = (number: number) =>
  `https://aditus.example/api/v1/calendar/feed/${String(number).repeat(64)}.ics`;

let madeOn: string | null;
const sent: string[] = [];

beforeEach(() => {
  madeOn = null;
  sent.length = 0;
  signInAs('Data Access Reviewer');
  server.use(
    http.get(url(PATH), () => answer({ made_on: madeOn })),
    http.post(url(PATH), () => {
      sent.push('made');
      madeOn = '2026-03-05T10:00:00Z';
      return HttpResponse.json(
        {
          code: 201,
          message: 'Your calendar feed is on.',
          data: { address: addressOf(sent.length), made_on: madeOn },
        },
        { status: 201 },
      );
    }),
    http.delete(url(PATH), () => {
      sent.push('switched off');
      madeOn = null;
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

const button = (name: string) => screen.findByRole('button', { name });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

/** Reads the state of the feed again, as after a return to this tab. */
function ReadAgain() {
  const client = useQueryClient();
  return <button onClick={() => void client.invalidateQueries()}>Read again</button>;
}

it('creates a feed, and shows its address once', async () => {
  const { user, unmount } = renderPart(<CalendarFeed />);
  await user.click(await button('Create a calendar feed'));
  expect(await screen.findByText(addressOf(1))).toBeVisible();
  expect(screen.getByText('On since 05 March 2026')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Create a calendar feed' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Copy the address' }));
  expect(await navigator.clipboard.readText()).toBe(addressOf(1));
  expect(sent).toEqual(['made']);
  unmount();

  renderPart(<CalendarFeed />);
  expect(await screen.findByText('On since 05 March 2026')).toBeVisible();
  expect(screen.getByText(/^The address was shown when it was created\./)).toBeVisible();
  expect(screen.queryByText(addressOf(1))).not.toBeInTheDocument();
});

it('asks before it renews the address, because the old one stops working', async () => {
  madeOn = '2026-03-01T10:00:00Z';
  const { user } = renderPart(<CalendarFeed />);
  await user.click(await button('Renew the address'));
  const asked = await dialog('Renew the address');
  expect(asked.getByText(/^The old address stops working\./)).toBeVisible();
  await user.click(asked.getByRole('button', { name: 'Cancel' }));
  await closed();
  expect(sent).toEqual([]);

  await user.click(await button('Renew the address'));
  const again = await dialog('Renew the address');
  await user.click(again.getByRole('button', { name: 'Renew the address' }));
  expect(await screen.findByText(addressOf(1))).toBeVisible();
  await closed();
  expect(await screen.findByText('On since 05 March 2026')).toBeVisible();
  expect(sent).toEqual(['made']);
});

it('switches the feed off after confirmation, and forgets the address', async () => {
  const { user } = renderPart(<CalendarFeed />);
  await user.click(await button('Create a calendar feed'));
  expect(await screen.findByText(addressOf(1))).toBeVisible();
  await user.click(await button('Switch off'));
  const asked = await dialog('Switch off the calendar feed');
  expect(asked.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await user.click(asked.getByRole('button', { name: 'Switch it off' }));
  expect(await screen.findByText('Your calendar feed is switched off.')).toBeVisible();
  expect(await button('Create a calendar feed')).toBeVisible();
  expect(screen.queryByText(addressOf(1))).not.toBeInTheDocument();
  expect(sent).toEqual(['made', 'switched off']);
});

it('forgets an address that another tab renewed, or whose feed it switched off', async () => {
  const { user } = renderPart(
    <>
      <ReadAgain />
      <CalendarFeed />
    </>,
  );
  await user.click(await button('Create a calendar feed'));
  expect(await screen.findByText(addressOf(1))).toBeVisible();

  madeOn = '2026-03-07T10:00:00Z';
  await user.click(await button('Read again'));
  expect(await screen.findByText('On since 07 March 2026')).toBeVisible();
  expect(screen.queryByText(addressOf(1))).not.toBeInTheDocument();

  await user.click(await button('Renew the address'));
  const asked = await dialog('Renew the address');
  await user.click(asked.getByRole('button', { name: 'Renew the address' }));
  expect(await screen.findByText(addressOf(2))).toBeVisible();
  await closed();
  madeOn = null;
  await user.click(await button('Read again'));
  expect(await button('Create a calendar feed')).toBeVisible();
  expect(screen.queryByText(addressOf(2))).not.toBeInTheDocument();
});

it('asks for the password before it creates a feed', async () => {
  let confirmed = false;
  server.use(
    http.post(url(PATH), () => {
      if (!confirmed)
        return refuse(403, 'Enter your password to continue.', {
          code: 607,
          reason: 'password_needed',
        });
      madeOn = '2026-03-05T10:00:00Z';
      return answer({ address: addressOf(7), made_on: madeOn });
    }),
    http.post(url('users/confirm-password'), () => {
      confirmed = true;
      return answer(null);
    }),
  );
  const { user } = renderPart(<CalendarFeed />);
  await user.click(await button('Create a calendar feed'));
  await dialog('Enter your password');
  await user.type(screen.getByLabelText(/^Your password/), 'Demo-2026!{Enter}');
  expect(await screen.findByText(addressOf(7))).toBeVisible();
});

it('says why a feed was not created', async () => {
  const message = 'Too many attempts. Please try again later.';
  server.use(http.post(url(PATH), () => refuse(429, message, { reason: 'too_many_requests' })));
  const { user } = renderPart(<CalendarFeed />);
  await user.click(await button('Create a calendar feed'));
  expect(await screen.findByText(message)).toBeVisible();
  expect(await button('Create a calendar feed')).toBeEnabled();
});

it('shows an error when the feed could not be loaded', async () => {
  server.use(http.get(url(PATH), () => refuse(403, 'Not now')));
  renderPart(<CalendarFeed />);
  expect(await screen.findByText('Not now')).toBeVisible();
  expect(await button('Try again')).toBeVisible();
});

it('has no accessibility violations', async () => {
  const { user, container } = renderPart(<CalendarFeed />);
  await user.click(await button('Create a calendar feed'));
  expect(await screen.findByText(addressOf(1))).toBeVisible();
  expect(await violationsOf(container)).toEqual([]);
});

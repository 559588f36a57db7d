import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connection } from '@/api/connection';
import { dialogs, serveDialogs, type DialogCase } from '@/testing/dialogs';
import { renderPart, signInAs } from '@/testing/render';
import { answer, server } from '@/testing/server';

const OFFLINE = 'You are offline. Try again when the connection is back.';
const DOWN = "We can't reach the server right now. Try again in a moment.";
const sending = dialogs.filter(
  (entry): entry is Required<DialogCase> =>
    entry.complete !== undefined && entry.begin !== undefined && entry.send !== undefined,
);

let online = true;
const sent: string[] = [];
let held = Promise.resolve();

/** Delays the answers to all changes until the returned function is called. */
function hold(): () => void {
  let release = () => {};
  held = new Promise((resolve) => (release = resolve));
  return release;
}

/** Fails every call from now on, and records the methods of the changes. */
function lose(isOnline: boolean) {
  online = isOnline;
  server.use(
    http.all('*', async ({ request }) => {
      if (request.method !== 'GET') {
        sent.push(request.method);
        await held;
      }
      return HttpResponse.error();
    }),
  );
  if (!isOnline) act(() => void dispatchEvent(new Event('offline')));
}

/** Answers every change with success from now on. */
async function bringBack() {
  online = true;
  server.resetHandlers();
  serveDialogs();
  server.use(
    http.all('*', ({ request }) => {
      if (request.method === 'GET') return undefined;
      sent.push(request.method);
      return answer({ expires_at: new Date().toISOString() }, { user: {} });
    }),
  );
  await act(() => connection.check());
}

const typed = () =>
  [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input, [role=dialog] textarea')]
    .filter((field) => field.type !== 'radio')
    .map(({ value }) => value);

beforeEach(() => {
  sent.length = 0;
  serveDialogs();
  signInAs('Super User');
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
});
afterEach(async () => {
  online = true;
  server.resetHandlers();
  await connection.check();
  vi.restoreAllMocks();
});

it.each(sending)(
  '$component keeps its values while the connection is lost, and sends one call for each attempt',
  async ({ show, begin, complete, send }) => {
    const { user } = renderPart(show(vi.fn()));
    await begin(user);
    await complete(user);
    const before = typed();

    lose(false);
    const release = hold();
    await user.dblClick(screen.getByRole('button', { name: send }));
    release();
    expect(
      await screen.findByText(OFFLINE, { selector: '[role=dialog] [role=alert] *' }),
    ).toBeVisible();
    expect(typed()).toEqual(before);

    lose(true);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(
      await screen.findByText(DOWN, { selector: '[role=dialog] [role=alert] *' }),
    ).toBeVisible();
    expect(typed()).toEqual(before);

    // Each attempt sent one call, including the double click. None is repeated automatically when
    // the connection is back.
    const attempts = sent.length;
    expect(attempts).toBe(2);
    await bringBack();
    expect(connection.get()).toBe('up');
    expect(sent).toHaveLength(attempts);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(sent).toHaveLength(attempts + 1));
  },
);

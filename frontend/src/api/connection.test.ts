import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answer, refuse, server, url } from '@/testing/server';

const page = (entry: string) =>
  http.get('http://localhost:3000/', () =>
    HttpResponse.html(`<script type="module" crossorigin src="/assets/${entry}.js"></script>`),
  );
const gone = () => http.all('*', () => HttpResponse.error());

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  document.head.innerHTML = '';
});

it('detects a server that is down by a failed call, and checks it until it is back', async () => {
  const { connection } = await import('./connection');
  const { api } = await import('./client');
  server.use(gone());
  await expect(api.GET('/api/v1/users/country')).rejects.toThrow(
    "We can't reach the server right now. Try again in a moment.",
  );
  await vi.waitFor(() => expect(connection.get()).toBe('down'));
  server.resetHandlers();
  await vi.advanceTimersByTimeAsync(5000);
  await vi.waitFor(() => expect(connection.get()).toBe('up'));
});

it('treats the error page of a proxy as a server that is down', async () => {
  const { api } = await import('./client');
  server.use(
    http.get(url('users/country'), () =>
      HttpResponse.html('<h1>Bad Gateway</h1>', { status: 502 }),
    ),
  );
  await expect(api.GET('/api/v1/users/country')).rejects.toThrow("We can't reach the server");
});

it('does not report the server as down after one lost response', async () => {
  const { connection } = await import('./connection');
  const { api } = await import('./client');
  server.use(http.get(url('users/country'), () => HttpResponse.error()));
  await expect(api.GET('/api/v1/users/country')).rejects.toThrow();
  await connection.check();
  expect(connection.get()).toBe('up');
});

it('detects another version by the entry script of the landing page', async () => {
  document.head.innerHTML = '<script type="text/plain" src="/assets/index-1.js"></script>';
  const { connection, isOutdated } = await import('./connection');
  server.use(page('index-1'));
  await connection.check();
  expect(isOutdated()).toBe(false);
  server.use(page('index-2'));
  await connection.check();
  expect(isOutdated()).toBe(true);
});

it.each([
  ['too_many_requests', 90, 'Too many attempts. Try again in 2 minutes.'],
  ['too_many_requests', 0, 'Too many attempts. Please try again later.'],
  ['document_queue_full', 5, 'Too many attempts. Please try again later.'],
])('words %s with a Retry-After of %i s as "%s"', async (reason, seconds, message) => {
  const { api } = await import('./client');
  server.use(
    http.get(url('users/country'), () =>
      refuse(
        429,
        'Too many attempts. Please try again later.',
        { reason },
        seconds ? { 'Retry-After': String(seconds) } : {},
      ),
    ),
  );
  await expect(api.GET('/api/v1/users/country')).rejects.toThrow(message);
});

it('passes on the reason and the params of an error response', async () => {
  const { api } = await import('./client');
  const params = { until: '2026-03-04T12:00:00Z' };
  server.use(
    http.get(url('users/country'), () => refuse(409, 'x', { reason: 'action_required', params })),
  );
  await expect(api.GET('/api/v1/users/country')).rejects.toMatchObject({
    reason: 'action_required',
    params,
  });
});

it('returns the body of a successful call', async () => {
  const { api } = await import('./client');
  server.use(http.get(url('users/country'), () => answer([])));
  expect((await api.GET('/api/v1/users/country')).data?.data).toEqual([]);
});

import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { answer, server, url } from '@/testing/server';
import { send, sendOnce } from './send';

it('repeats a lost call with the same key, and uses another key for the next call', async () => {
  const keys: string[] = [];
  let isLost = true;
  server.use(
    http.get('http://localhost:3000/', () => HttpResponse.html('')),
    http.post(url('data_requests/:id/resubmit'), ({ request, params }) => {
      keys.push(`${String(params.id)} ${request.headers.get('Idempotency-Key')}`);
      return isLost ? HttpResponse.error() : answer(null);
    }),
  );
  const resubmit = (request_id: number) =>
    sendOnce('/api/v1/data_requests/{request_id}/resubmit', {
      params: { path: { request_id } },
      body: { note: 'Corrected' },
    });
  await expect(resubmit(11)).rejects.toThrow();
  isLost = false;
  await resubmit(11);
  await resubmit(12);
  await resubmit(11);
  expect(keys[0]).toMatch(/^11 "[0-9a-f]{32}"$/);
  expect(keys[1]).toBe(keys[0]);
  expect(new Set(keys.slice(1).map((key) => key.split(' ')[1])).size).toBe(3);
});

it('returns the body of the response', async () => {
  server.use(
    http.put(url('data_requests/cancel_request'), async ({ request }) =>
      answer(null, { message: JSON.stringify(await request.json()) }),
    ),
  );
  const { message } = await send('put', '/api/v1/data_requests/cancel_request', {
    body: { request_id: 11 },
  });
  expect(message).toBe('{"request_id":11}');
});

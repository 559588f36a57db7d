import { http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signInAs } from '@/testing/render';
import { answer, server, url } from '@/testing/server';
import { api, body } from './client';
import { prefetchedTitle } from './prefetched';
import { NetworkError } from './errors';

const asked: string[] = [];
const documents = () => api.GET('/api/v1/documents');

/** Simulates a call for the documents that `inline-boot.js` made. */
function prefetch(slug: string, token?: string) {
  const early = Response.json({ data: [{ slug }] });
  window.prefetchedCalls = [
    { url: `${location.origin}/api/v1/documents`, token, answer: Promise.resolve(early) },
  ];
}

const slugs = async () => body(await documents()).data.map(({ slug }) => slug);

function countCalls() {
  server.use(
    http.get(url('documents'), ({ request }) => {
      asked.push(request.url);
      return answer([{ slug: 'late' }]);
    }),
  );
}

/** Sets the milliseconds since the page began. */
const began = (ago: number) => vi.spyOn(performance, 'now').mockReturnValue(ago);

beforeEach(() => void began(1_000));
afterEach(() => {
  asked.length = 0;
  delete window.prefetchedCalls;
});

it('takes a prefetched response once, and calls the server from then on', async () => {
  countCalls();
  prefetch('early');
  expect(await slugs()).toEqual(['early']);
  expect(asked).toHaveLength(0);
  expect(await slugs()).toEqual(['late']);
  expect(asked).toHaveLength(1);
});

it('ignores a prefetched response that is half a minute old', async () => {
  countCalls();
  prefetch('early');
  began(30_001);
  expect(await slugs()).toEqual(['late']);
});

it('ignores a response that was prefetched for another account', async () => {
  countCalls();
  signInAs('Data Officer');
  prefetch('for a guest');
  expect(await slugs()).toEqual(['late']);
  prefetch('for another', 'token-of-another');
  expect(await slugs()).toEqual(['late']);
});

it('reports a network error of a prefetched call', async () => {
  prefetch('early');
  const lost = Promise.reject(new TypeError('Failed to fetch'));
  lost.catch(() => undefined);
  window.prefetchedCalls![0]!.answer = lost;
  await expect(documents()).rejects.toBeInstanceOf(NetworkError);
});

it('aborts a prefetched call', async () => {
  prefetch('early');
  window.prefetchedCalls![0]!.answer = new Promise(() => undefined);
  const controller = new AbortController();
  const call = api.GET('/api/v1/documents', { signal: controller.signal });
  controller.abort();
  await expect(call).rejects.toBeInstanceOf(NetworkError);
});

it('returns the prefetched title of this request only', () => {
  window.prefetchedTitle = { requestId: 7, title: 'Late registration of births' };
  expect(prefetchedTitle(7)).toBe('Late registration of births');
  expect(prefetchedTitle(8)).toBeUndefined();
  delete window.prefetchedTitle;
  expect(prefetchedTitle(7)).toBeUndefined();
  expect(prefetchedTitle(undefined)).toBeUndefined();
});

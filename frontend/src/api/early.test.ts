import { http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signInAs } from '@/testing/render';
import { answer, server, url } from '@/testing/server';
import { api, body } from './client';
import { earlyTitle } from './early';
import { NetworkError } from './errors';

const asked: string[] = [];
const documents = () => api.GET('/api/v1/documents');

/** Simulates a call for the documents that `inline-boot.js` made. */
function askEarly(slug: string, token?: string) {
  const early = Response.json({ data: [{ slug }] });
  window.early = [
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
  delete window.early;
});

it('takes a prefetched response once, and calls the server from then on', async () => {
  countCalls();
  askEarly('early');
  expect(await slugs()).toEqual(['early']);
  expect(asked).toHaveLength(0);
  expect(await slugs()).toEqual(['late']);
  expect(asked).toHaveLength(1);
});

it('ignores a prefetched response that is half a minute old', async () => {
  countCalls();
  askEarly('early');
  began(30_001);
  expect(await slugs()).toEqual(['late']);
});

it('ignores a response that was prefetched for another account', async () => {
  countCalls();
  signInAs('Data Officer');
  askEarly('for a guest');
  expect(await slugs()).toEqual(['late']);
  askEarly('for another', 'token-of-another');
  expect(await slugs()).toEqual(['late']);
});

it('reports a network error of a prefetched call', async () => {
  askEarly('early');
  const lost = Promise.reject(new TypeError('Failed to fetch'));
  lost.catch(() => undefined);
  window.early![0]!.answer = lost;
  await expect(documents()).rejects.toBeInstanceOf(NetworkError);
});

it('aborts a prefetched call', async () => {
  askEarly('early');
  window.early![0]!.answer = new Promise(() => undefined);
  const wish = new AbortController();
  const call = api.GET('/api/v1/documents', { signal: wish.signal });
  wish.abort();
  await expect(call).rejects.toBeInstanceOf(NetworkError);
});

it('returns the prefetched title of this request only', () => {
  window.earlyTitle = { of: 7, title: 'Late registration of births' };
  expect(earlyTitle(7)).toBe('Late registration of births');
  expect(earlyTitle(8)).toBeUndefined();
  delete window.earlyTitle;
  expect(earlyTitle(7)).toBeUndefined();
  expect(earlyTitle(undefined)).toBeUndefined();
});

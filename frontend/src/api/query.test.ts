import { QueryClient } from '@tanstack/react-query';
import { http } from 'msw';
import { expect, it, vi } from 'vitest';
import { answerList, server, url } from '@/testing/server';
import { get, getEvery, getPage, invalidate, keyOf } from './query';

const TOPICS = '/api/v1/data_dictionary/topics';

it('invalidates the queries below a path and no others', async () => {
  const client = new QueryClient();
  const below = [
    getPage(TOPICS, { page: 1 }, undefined),
    get(`${TOPICS}/{id}`, { path: { id: 7 } }),
  ].map(({ queryKey }) => queryKey);
  const beside = [
    get('/api/v1/data_dictionary/topic_tables/{id}', { path: { id: 7 } }),
    get('/api/v1/users/country'),
  ].map(({ queryKey }) => queryKey);
  for (const queryKey of [...below, ...beside]) {
    client.setQueryData<unknown>([...queryKey], 'answer');
  }
  await invalidate(client, TOPICS);
  const isInvalidated = (queryKey: readonly unknown[]) =>
    client.getQueryState(queryKey)?.isInvalidated;
  expect(below.map(isInvalidated)).toEqual([true, true]);
  expect(beside.map(isInvalidated)).toEqual([false, false]);
});

it('uses different keys for different forms of the same response', () => {
  const whole = get(TOPICS, { query: { page: 1 } });
  const page = getPage(TOPICS, { page: 1 }, undefined);
  expect(whole.queryKey).not.toEqual(page.queryKey);
  expect(whole.queryKey.slice(0, 2)).toEqual(keyOf(TOPICS));
});

it('reads every page of a list', async () => {
  const asked = vi.fn();
  server.use(
    http.get(url('data_requests/stage_type'), ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked(searchParams.get('page'), searchParams.get('page_size'));
      const row = { stage_type_id: Number(searchParams.get('page')) };
      return answerList([row], 2);
    }),
  );
  const rows = await new QueryClient().fetchQuery(
    getEvery('/api/v1/data_requests/stage_type', 'Error'),
  );
  expect(rows.map(({ stage_type_id }) => stage_type_id)).toEqual([1, 2]);
  expect(asked.mock.calls).toEqual([
    ['1', '100'],
    ['2', '100'],
  ]);
});

import { beforeEach, expect, it, vi } from 'vitest';

let { once } = await import('./once');
let { ApiError, NetworkError } = await import('./errors');

/** Imports the module again, as a reload does: only stored keys remain. */
async function reload() {
  vi.resetModules();
  ({ once } = await import('./once'));
  ({ ApiError, NetworkError } = await import('./errors'));
}

beforeEach(async () => {
  sessionStorage.clear();
  await reload();
});

const keys: string[] = [];
beforeEach(() => {
  keys.length = 0;
});

/** Sends content in a call with this outcome. */
const send = (content: unknown, end: () => unknown = () => 'done', path = '/topics') =>
  once(path, content, (headers) => {
    keys.push(headers['Idempotency-Key']);
    return Promise.resolve().then(end);
  });

const fails = (error: Error) => () => {
  throw error;
};
const lost = () => fails(new NetworkError(undefined, 'unreachable'))();

it('sends a key as the header wants it, and answers what the call answers', async () => {
  await expect(send({ topic: 'Births' })).resolves.toBe('done');
  expect(keys[0]).toMatch(/^"[0-9a-f]{32}"$/);
});

it('keeps the key while nobody knows what became of the call, even over a reload', async () => {
  await expect(send({ topic: 'Births' }, lost)).rejects.toThrow(NetworkError);
  for (const status of [409, 429, 500, 503]) {
    const refused = fails(new ApiError(status, status, 'Try again'));
    await expect(send({ topic: 'Births' }, refused)).rejects.toThrow('Try again');
  }
  await reload();
  await send({ topic: 'Births' });
  expect(new Set(keys).size).toBe(1);
  expect(sessionStorage).toHaveLength(0);
});

it('has one key for what is sent at once', async () => {
  await Promise.all([1, 2, 3, 4, 5, 6].map(() => send({ topic: 'Births' })));
  expect(new Set(keys).size).toBe(1);
});

it('has another key for other content, another call, and after an answer', async () => {
  const refused = fails(new ApiError(400, 400, 'Please enter the Topic Name.'));
  await expect(send({ topic: 'Births' }, lost)).rejects.toThrow();
  await expect(send({ topic: 'Deaths' }, lost)).rejects.toThrow();
  await expect(send({ topic: 'Births' }, lost, '/sources')).rejects.toThrow();
  await expect(send({ topic: '' }, refused)).rejects.toThrow();
  await expect(send({ topic: '' }, refused)).rejects.toThrow();
  await send({ topic: 'Visits' });
  await send({ topic: 'Visits' });
  expect(new Set(keys).size).toBe(7);
});

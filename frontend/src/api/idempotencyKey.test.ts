import { beforeEach, expect, it, vi } from 'vitest';

let { withIdempotencyKey } = await import('./idempotencyKey');
let { ApiError, NetworkError } = await import('./errors');

/** Imports the module again, as a reload does: only stored keys remain. */
async function reload() {
  vi.resetModules();
  ({ withIdempotencyKey } = await import('./idempotencyKey'));
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
  withIdempotencyKey(path, content, (headers) => {
    keys.push(headers['Idempotency-Key']);
    return Promise.resolve().then(end);
  });

const fails = (error: Error) => () => {
  throw error;
};
const lost = () => fails(new NetworkError(undefined, 'unreachable'))();

it('sends the key in the form of the header, and returns the result of the call', async () => {
  await expect(send({ topic: 'Births' })).resolves.toBe('done');
  expect(keys[0]).toMatch(/^"[0-9a-f]{32}"$/);
});

it('keeps the key while the outcome is unknown, even after a reload', async () => {
  await expect(send({ topic: 'Births' }, lost)).rejects.toThrow(NetworkError);
  for (const status of [409, 429, 500, 503]) {
    const refused = fails(new ApiError(status, 'Try again'));
    await expect(send({ topic: 'Births' }, refused)).rejects.toThrow('Try again');
  }
  await reload();
  await send({ topic: 'Births' });
  expect(new Set(keys).size).toBe(1);
  expect(sessionStorage).toHaveLength(0);
});

it('reuses the key for concurrent identical calls', async () => {
  await Promise.all([1, 2, 3, 4, 5, 6].map(() => send({ topic: 'Births' })));
  expect(new Set(keys).size).toBe(1);
});

it('uses another key for other content, another path and after a response', async () => {
  const refused = fails(new ApiError(400, 'Please enter the Topic Name.'));
  await expect(send({ topic: 'Births' }, lost)).rejects.toThrow();
  await expect(send({ topic: 'Deaths' }, lost)).rejects.toThrow();
  await expect(send({ topic: 'Births' }, lost, '/sources')).rejects.toThrow();
  await expect(send({ topic: '' }, refused)).rejects.toThrow();
  await expect(send({ topic: '' }, refused)).rejects.toThrow();
  await send({ topic: 'Visits' });
  await send({ topic: 'Visits' });
  expect(new Set(keys).size).toBe(7);
});

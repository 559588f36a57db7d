import { expect, it, vi } from 'vitest';
import { saveWith } from './useSave';

it.each([
  [undefined, 'Error posting topic data'],
  [7, 'Error updating topic data'],
])('logs the stored message of a failed save (id %s)', async (id, message) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const refused = new Error('Another topic has this name.');
  const calls = {
    add: () => Promise.reject(refused),
    change: () => Promise.reject(refused),
    failures: { add: 'Error posting topic data', change: 'Error updating topic data' },
  };
  await expect(saveWith(calls, id, { topic: 'Births' })).rejects.toBe(refused);
  expect(logged).toHaveBeenCalledExactlyOnceWith(message, refused);
  logged.mockRestore();
});

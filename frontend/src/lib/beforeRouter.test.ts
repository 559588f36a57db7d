import { expect, it, vi } from 'vitest';
import { beforeRouter } from './beforeRouter';

/**
 * Fires `popstate` and returns true if the router receives it. Like the router's, the listener is
 * added before the page adds its own.
 */
function goBack(ask: () => void): boolean {
  const router = vi.fn();
  addEventListener('popstate', router);
  ask();
  dispatchEvent(new PopStateEvent('popstate'));
  removeEventListener('popstate', router);
  return router.mock.calls.length > 0;
}

it('keeps Back from the router if a listener returns true', () => {
  let stop = () => undefined as void;
  expect(goBack(() => void (stop = beforeRouter(() => true)))).toBe(false);
  stop();
  expect(goBack(() => undefined)).toBe(true);
});

it('calls the next listener if the first one returns false', () => {
  const asked = vi.fn(() => true);
  const stops = [beforeRouter(() => false), beforeRouter(asked)];
  expect(goBack(() => undefined)).toBe(false);
  expect(asked).toHaveBeenCalledOnce();
  for (const stop of stops) stop();
});

import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { resetAllStores } from '@/lib/externalStore';
import { indexLabels } from './labels';
import { leaveOutOwnerStacks } from './ownerStacks';
import { server } from './server';
import { forgetStyles } from './styleCache';

indexLabels();
leaveOutOwnerStacks();
// jsdom has no ResizeObserver; React Flow and the data grid want one.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// jsdom has no layout: nothing scrolls, and no media query matches.
window.scrollTo = () => {};
Object.defineProperty(window, 'matchMedia', {
  configurable: true,
  writable: true,
  value: (media: string) =>
    // MUI still calls the old names of the listeners.
    Object.assign(new EventTarget(), {
      matches: false,
      media,
      addListener: () => {},
      removeListener: () => {},
    }),
});

// The first test of a file waits for the code of its screen, on a busy machine for some seconds.
configure({ asyncUtilTimeout: 15_000 });

/** Is aborted when its test ends. */
let ofTest = new AbortController();

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
  // The next test has another server: no call outlives the test that made it.
  const answered = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const own = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const signal = own ? AbortSignal.any([own, ofTest.signal]) : ofTest.signal;
    return answered(input, { ...init, signal });
  };
});

// Files share the modules, the page and what is kept in it: each test leaves them as a page is that was just loaded.
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  ofTest.abort();
  ofTest = new AbortController();
  // Whoever waited for a call hears that it was given up.
  await new Promise((resolve) => setTimeout(resolve));
  server.resetHandlers();
  resetAllStores();
  sessionStorage.clear();
  localStorage.clear();
  history.replaceState(null, '', '/');
});
afterAll(() => {
  server.close();
  forgetStyles();
});

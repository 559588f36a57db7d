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
// jsdom has no ResizeObserver, which React Flow, the toasts and the bars need.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// Nothing comes into view in jsdom.
globalThis.IntersectionObserver ??= class {
  root = null;
  rootMargin = '';
  scrollMargin = '';
  thresholds = [];
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
};
// jsdom has no layout: nothing scrolls, and no media query matches.
window.scrollTo = () => {};
Object.defineProperty(window, 'matchMedia', {
  configurable: true,
  writable: true,
  value: (media: string) =>
    // MUI still uses the deprecated names of the listeners.
    Object.assign(new EventTarget(), {
      matches: false,
      media,
      addListener: () => {},
      removeListener: () => {},
    }),
});

// The first test of a file waits for the code of its screen to load, which takes some seconds on a
// busy machine.
configure({ asyncUtilTimeout: 15_000 });

/** Aborted at the end of each test. */
let ofTest = new AbortController();

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
  // Aborts calls at the end of their test, because the next test has other handlers.
  const answered = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const own = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const signal = own ? AbortSignal.any([own, ofTest.signal]) : ofTest.signal;
    return answered(input, { ...init, signal });
  };
});

// Test files share modules, document and storage, so each test restores a freshly loaded page.
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  ofTest.abort();
  ofTest = new AbortController();
  // Lets pending calls reject with the abort.
  await new Promise((resolve) => setTimeout(resolve));
  server.resetHandlers();
  resetAllStores();
  sessionStorage.clear();
  localStorage.clear();
  history.replaceState(null, '', '/');
  // A closed dialog waits for its Back, which the line above has cancelled.
  dispatchEvent(new PopStateEvent('popstate'));
});
afterAll(async () => {
  // A part that stops loading with its file could not be loaded by the next file either.
  await vi.dynamicImportSettled();
  server.close();
  forgetStyles();
});

import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { session } from '@/api/session';
import { closeAccountDialog } from '@/lib/accountDialog';
import { closeFeedback } from '@/lib/feedbackDialog';
import { linkWish } from '@/lib/linkWish';
import { openDraft } from '@/lib/openDraft';
import { forgetServerTime } from '@/lib/serverTime';
import { variableSelection } from '@/lib/variableSelection';
import { indexLabels } from './labels';
import { server } from './server';

indexLabels();
// jsdom has no ResizeObserver; React Flow and the data grid want one.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// jsdom has no layout: nothing scrolls, and no media query matches.
window.scrollTo = () => {};
Object.defineProperty(window, 'matchMedia', {
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

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  cleanup();
  server.resetHandlers();
  session.end();
  forgetServerTime();
  linkWish.set(null);
  closeAccountDialog();
  closeFeedback();
  openDraft.leave();
  variableSelection.reset();
  sessionStorage.clear();
});
afterAll(() => server.close());

import './fonts.css';
import { startTransition, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '@/app/App';
import { preloadScreen } from '@/app/AppRoutes';
import '@/lib/beforeRouter';
import { watchSecondClicks } from '@/lib/secondClick';
import { keepTranslatedTexts } from '@/lib/translatedTexts';

/** The application in the browser. The build renders `App` alone (`app/prerender.tsx`). */
function AppRoot() {
  useEffect(watchSecondClicks, []);
  return <App />;
}

/** Replaces the prerendered page by the application, once the code of its screen is loaded. */
async function start(root: HTMLElement) {
  // `ScreenBoundary` reports a screen that cannot be loaded, and offers to try again.
  await preloadScreen(location.pathname).catch(() => undefined);
  document.getElementById('late')?.remove();
  // React renders a transition in slices, between which the page handles events.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <AppRoot />
      </StrictMode>,
    ),
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');
keepTranslatedTexts();
void start(root);

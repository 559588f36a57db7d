import './fonts.css';
import { startTransition, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '@/app/App';
import { preloadScreen } from '@/app/AppRoutes';
import '@/lib/beforeRouter';
import { watchSecondClicks } from '@/lib/secondClick';
import { keepTranslatedTexts } from '@/lib/translatedTexts';

/** The application in the place of the page as it was sent. */
function AppRoot() {
  useEffect(watchSecondClicks, []);
  return <App />;
}

/** The application takes the place of what the page shows without it, once it can show as much. */
async function start(root: HTMLElement) {
  // A screen that cannot be loaded says so itself, and offers to try again.
  await preloadScreen(location.pathname).catch(() => undefined);
  document.getElementById('late')?.remove();
  // Drawn in pieces, between which the page answers.
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

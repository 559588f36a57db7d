import './fonts.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '@/app/App';
import { preloadScreen } from '@/app/AppRoutes';

/** The application takes the place of what the page shows without it, once it can show as much. */
async function start(root: HTMLElement) {
  // A screen that cannot be loaded says so itself, and offers to try again.
  await preloadScreen(location.pathname).catch(() => undefined);
  document.getElementById('late')?.remove();
  // Drawn in pieces, between which the page answers.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');
void start(root);

import type { ReactNode } from 'react';
import { Boundary } from './Boundary';

/**
 * Clears the session storage of this tab, which may hold the cause of the error, and loads the
 * application again. Local storage is kept.
 */
function startOver() {
  try {
    sessionStorage.clear();
  } catch {
    // Storage is unavailable, so there is nothing to clear.
  }
  location.assign('/');
}

/**
 * The error boundary around the whole application: without it, an error in the shell would leave an
 * empty page. It uses neither theme nor components, because these may be what failed.
 */
export function WholeBoundary({ children }: { children: ReactNode }) {
  return (
    <Boundary
      failed={(_, retry) => (
        <main
          role="alert"
          style={{ maxWidth: 560, margin: '64px auto', padding: 16, fontFamily: 'system-ui' }}
        >
          <h1>Something went wrong</h1>
          <p>
            Try again, or load the page again. If that does not help, start over. This signs you out
            in this tab.
          </p>
          <button type="button" onClick={retry}>
            Try again
          </button>{' '}
          <button type="button" onClick={() => location.reload()}>
            Load the page again
          </button>{' '}
          <button type="button" onClick={startOver}>
            Start over
          </button>
        </main>
      )}
    >
      {children}
    </Boundary>
  );
}

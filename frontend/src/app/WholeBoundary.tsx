import type { ReactNode } from 'react';
import { Boundary } from './Boundary';

/** Leaves nothing of this tab behind that could have been the cause. What was kept on the device stays. */
function startAfresh() {
  try {
    sessionStorage.clear();
  } catch {
    // Where nothing can be stored there is nothing to forget.
  }
  location.assign('/');
}

/**
 * The boundary around everything: without it a fault of the shell would leave an empty page. It uses neither theme nor
 * components, which may be what failed.
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
          <p>Try again, or load the page again. Start afresh signs you out in this tab.</p>
          <button type="button" onClick={retry}>
            Try again
          </button>{' '}
          <button type="button" onClick={() => location.reload()}>
            Load the page again
          </button>{' '}
          <button type="button" onClick={startAfresh}>
            Start afresh
          </button>
        </main>
      )}
    >
      {children}
    </Boundary>
  );
}

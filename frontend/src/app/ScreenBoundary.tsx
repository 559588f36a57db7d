import Box from '@mui/material/Box';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { messageOf } from '@/api/errors';
import { useOutdated } from '@/api/connection';
import { ShellButton, ShellButtonLink } from '@/ui/ShellButton';
import { ShellText } from '@/ui/ShellText';
import { ScreenSkeleton } from '@/ui/ScreenSkeleton';
import { Boundary } from './Boundary';
import { paths } from './paths';
import { ChunkError } from '@/lib/loadChunk';

interface Props {
  error: unknown;
  retry: () => void;
}

/**
 * Shows that a screen failed, and how to continue. `ConnectionBanner` reports a lost connection.
 */
function ScreenFailed({ error, retry }: Props) {
  const outdated = useOutdated();
  const chunk = error instanceof ChunkError;
  const again = !chunk || !outdated;
  const { key } = useLocation();
  const [failedAt] = useState(key);
  // Another address may render without the error.
  useEffect(() => {
    if (key !== failedAt) retry();
  }, [key, failedAt, retry]);
  const title = chunk ? error.message : 'This page could not be shown';
  return (
    <Box role="alert" sx={{ maxWidth: 560, py: 8 }}>
      <ShellText variant="h1">
        {chunk && outdated ? 'A new version is available. Load the page again to use it.' : title}
      </ShellText>
      <ShellText quiet sx={{ mt: 1.5, mb: 3 }}>
        {!chunk ? messageOf(error) : again ? 'Try again, or load the page again.' : title}
      </ShellText>
      {again && (
        <ShellButton look="contained" onClick={retry}>
          Try again
        </ShellButton>
      )}{' '}
      <ShellButton look={again ? 'outlined' : 'contained'} onClick={() => window.location.reload()}>
        Load the page again
      </ShellButton>{' '}
      <ShellButtonLink to={paths.root}>Go to your home page</ShellButtonLink>
    </Box>
  );
}

/**
 * The error boundary of one screen: the shell remains usable, and the next screen starts without
 * the error.
 */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  return (
    <Boundary failed={(error, retry) => <ScreenFailed error={error} retry={retry} />}>
      <Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>
    </Boundary>
  );
}

interface PartProps {
  children: ReactNode;
  wait?: ReactNode;
  /** The part floats over the page, and so does its error message. */
  floating?: boolean;
}

const afloat = {
  position: 'fixed',
  left: 16,
  bottom: 16,
  zIndex: 'snackbar',
  bgcolor: 'background.paper',
} as const;

/**
 * The error boundary of a part beside the screens. On failure it shows one line in its place, and
 * the rest of the page works on.
 */
export function PartBoundary({ children, wait, floating = false }: PartProps) {
  return (
    <Boundary
      failed={(error, retry) => (
        <Box role="alert" sx={{ p: 1, fontSize: '0.875rem', ...(floating && afloat) }}>
          {error instanceof ChunkError ? error.message : messageOf(error)}{' '}
          <ShellButton onClick={retry}>Try again</ShellButton>
        </Box>
      )}
    >
      <Suspense fallback={wait}>{children}</Suspense>
    </Boundary>
  );
}

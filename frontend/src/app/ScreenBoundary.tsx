import Box from '@mui/material/Box';
import { Suspense, type ReactNode } from 'react';
import { messageOf } from '@/api/errors';
import { useConnection, useOutdated } from '@/api/connection';
import { LightButton } from '@/components/LightButton';
import { LightText } from '@/components/LightText';
import { ScreenSkeleton } from '@/components/ScreenSkeleton';
import { Boundary } from './Boundary';
import { ChunkError } from '@/lib/loadChunk';

interface Props {
  error: unknown;
  retry: () => void;
}

/** What became of a screen that failed, and why, in words. */
function useWords(error: unknown): { title: string; text: string } {
  const connection = useConnection();
  const outdated = useOutdated();
  if (!(error instanceof ChunkError)) {
    return { title: 'This page could not be shown', text: messageOf(error) };
  }
  if (outdated) {
    return {
      title: 'A new version was installed',
      text: `${error.message}. Load the page again to go on with the new version.`,
    };
  }
  const why =
    connection === 'offline'
      ? 'You are offline.'
      : connection === 'down'
        ? 'The server cannot be reached at present.'
        : 'A part of the application could not be loaded.';
  return { title: error.message, text: `${why} Try again, or load the page again.` };
}

function ScreenFailed({ error, retry }: Props) {
  const { title, text } = useWords(error);
  const outdated = useOutdated();
  const again = error instanceof ChunkError && !outdated;
  return (
    <Box role="alert" sx={{ maxWidth: 560, mx: 'auto', py: 8 }}>
      <LightText variant="h1">{title}</LightText>
      <LightText quiet sx={{ mt: 1.5, mb: 3 }}>
        {text}
      </LightText>
      {again && (
        <LightButton look="contained" onClick={retry}>
          Try again
        </LightButton>
      )}{' '}
      <LightButton look={again ? 'outlined' : 'contained'} onClick={() => window.location.reload()}>
        Load the page again
      </LightButton>
    </Box>
  );
}

/** The error boundary of one screen: the shell stays, and the next screen starts afresh. */
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
  /** The part lies over the page: so does what is said of it. */
  floating?: boolean;
}

const afloat = {
  position: 'fixed',
  left: 16,
  bottom: 16,
  zIndex: 'snackbar',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
} as const;

/** The boundary of what stands beside the screens: one line where it would be, and the rest goes on. */
export function PartBoundary({ children, wait, floating = false }: PartProps) {
  return (
    <Boundary
      failed={(error, retry) => (
        <Box role="alert" sx={{ p: 1, fontSize: '0.875rem', ...(floating && afloat) }}>
          {error instanceof ChunkError ? error.message : messageOf(error)}{' '}
          <LightButton onClick={retry}>Try again</LightButton>
        </Box>
      )}
    >
      <Suspense fallback={wait}>{children}</Suspense>
    </Boundary>
  );
}

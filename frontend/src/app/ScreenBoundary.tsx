import Box from '@mui/material/Box';
import { Component, Suspense, type ReactNode } from 'react';
import { messageOf } from '@/api/errors';
import { LightButton } from '@/components/LightButton';
import { LightText } from '@/components/LightText';
import { ScreenSkeleton } from '@/components/ScreenSkeleton';

/** The kind of failure of a part of the client, as far as the browser tells it (1 §9). */
export function chunkFailure(error: unknown): 'missing' | 'timeout' | undefined {
  if (!(error instanceof Error)) return undefined;
  if (!/dynamically imported module|module script failed|preload CSS/i.test(error.message)) {
    return undefined;
  }
  return navigator.onLine ? 'missing' : 'timeout';
}

function ScreenFailed({ error }: { error: unknown }) {
  const chunk = chunkFailure(error);
  return (
    <Box role="alert" sx={{ maxWidth: 560, mx: 'auto', py: 8 }}>
      <LightText variant="h1">
        {chunk ? `Loading chunk failed (${chunk})` : 'This page could not be shown'}
      </LightText>
      <LightText quiet sx={{ mt: 1.5, mb: 3 }}>
        {chunk
          ? 'A part of the application could not be loaded: a new version is out, or the connection was lost. Load the page again.'
          : messageOf(error)}
      </LightText>
      <LightButton look="contained" onClick={() => window.location.reload()}>
        Load the page again
      </LightButton>
    </Box>
  );
}

interface State {
  error?: unknown;
}

/** The error boundary of one screen: the shell stays, and the next screen starts afresh. */
export class ScreenBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render() {
    if (this.state.error !== undefined) return <ScreenFailed error={this.state.error} />;
    return <Suspense fallback={<ScreenSkeleton />}>{this.props.children}</Suspense>;
  }
}

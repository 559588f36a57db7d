import Box from '@mui/material/Box';
import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says that the connection is lost; the lists catch up by themselves when it is back. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <Box role="status">
      {!online && (
        <Box
          sx={(theme) => ({
            px: 2,
            py: 0.75,
            textAlign: 'center',
            fontSize: '0.875rem',
            fontWeight: 500,
            color: theme.vars.palette.status.unattended.main,
            bgcolor: theme.vars.palette.status.unattended.tint,
          })}
        >
          You are offline. What you see may be out of date; it refreshes when the connection is
          back.
        </Box>
      )}
    </Box>
  );
}

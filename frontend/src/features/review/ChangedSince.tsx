import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId, useState } from 'react';
import type { DataRequest } from '@/api/models';
import { VersionChanges } from '@/shared/requests/changes/VersionChanges';

/**
 * Tells that the request has changed since the reader's stage, or the stage that denied it, last
 * saw it. Shows the changes on request.
 */
export function ChangedSince({ request }: { request: DataRequest }) {
  const [shown, show] = useState(false);
  const id = useId();
  const since = request.changed_since;
  if (!since) return null;
  return (
    <Alert severity="info" sx={{ mb: 2, '& .MuiAlert-message': { width: '100%', minWidth: 0 } }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          columnGap: 2,
        }}
      >
        <span>
          This Data Request has changed: you saw version {since}, and this is version{' '}
          {request.version}.
        </span>
        <Button
          color="inherit"
          size="small"
          aria-expanded={shown}
          aria-controls={id}
          onClick={() => show(!shown)}
          sx={{ ml: -0.75 }}
        >
          {shown ? 'Hide what changed' : 'Show what changed'}
        </Button>
      </Box>
      <Box id={id} sx={{ color: 'text.primary', mt: shown ? 2 : 0 }}>
        {shown && (
          <VersionChanges
            requestId={request.request_id}
            from={since}
            to={request.version}
            heading="h2"
          />
        )}
      </Box>
    </Alert>
  );
}

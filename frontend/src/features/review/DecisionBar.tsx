import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '@/api/session';
import { serverNow } from '@/lib/serverTime';
import type { DataRequest, RequestState, StateComment } from '@/api/models';
import { DecisionDialog } from './DecisionDialog';
import { whyNot } from './acting';

interface Props {
  request: DataRequest;
  stage: RequestState | undefined;
  comments: readonly StateComment[];
}

/** Approve and Decline, at the foot of the page at all times; it says why when they are disabled. */
export function DecisionBar({ request, stage, comments }: Props) {
  const assignedRoleId = useSession()?.role?.assigned_role_id;
  const [meant, setMeant] = useState<boolean>();
  const [now] = useState(serverNow);
  const reason = whyNot(request, stage, comments, now);
  const note = useRef<HTMLParagraphElement>(null);
  const decided = useRef(false);
  useEffect(() => {
    // The button that opened the dialog is disabled after a decision and cannot take the focus back.
    if (reason !== undefined && decided.current) note.current?.focus();
  }, [reason]);
  return (
    <Box
      component="section"
      aria-label="Decision"
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 2,
        mt: 3,
        mx: { xs: -2, sm: 0 },
        px: { xs: 2, sm: 2.5 },
        py: 1.5,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'divider',
        borderRadius: { sm: 1 },
      }}
    >
      <Typography
        ref={note}
        tabIndex={-1}
        variant="body2"
        sx={{ flex: { xs: '1 1 100%', sm: '1 1 240px' }, color: 'text.secondary' }}
      >
        {reason ?? `It is your turn as ${stage?.role}. You confirm with a code from your e-mail.`}
      </Typography>
      <Button
        variant="outlined"
        color="error"
        disabled={reason !== undefined}
        onClick={() => setMeant(false)}
        sx={{ flex: { xs: 1, sm: 'none' } }}
      >
        Decline
      </Button>
      <Button
        variant="contained"
        color="success"
        disabled={reason !== undefined}
        onClick={() => setMeant(true)}
        sx={{ flex: { xs: 1, sm: 'none' } }}
      >
        Approve
      </Button>
      {meant !== undefined && stage && assignedRoleId !== undefined && (
        <DecisionDialog
          request={request}
          stage={stage}
          assignedRoleId={assignedRoleId}
          approve={meant}
          onDecided={() => {
            decided.current = true;
          }}
          onClose={() => setMeant(undefined)}
        />
      )}
    </Box>
  );
}

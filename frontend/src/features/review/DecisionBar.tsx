import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { DataRequest } from '@/api/models';
import { PAGE_BAR_BOTTOM, pageBar } from '@/ui/bars';
import { LOW_WINDOW } from '@/ui/looks';
import { formatDateTime } from '@/lib/dates';
import { DecisionDialog } from './DecisionDialog';
import { decidedOwnStage } from './stageWords';
import { allowedWays } from './useConfirmWays';

/** Replaces the server's message, which has the time in UTC, with one in the reader's time zone. */
const blockedUntil = (time: string): string =>
  `A comment requires action from the requester. You can decide once it is resolved, or from ${formatDateTime(time)}.`;

const CODE = 'a code that we send to your email';

/** Names the ways in which decisions are confirmed here. */
function confirmedWith(request: DataRequest): string {
  const ways = allowedWays(request);
  if (!ways.includes('passkey')) return CODE;
  return ways.includes('code') ? `a passkey, or with ${CODE}` : 'a passkey';
}

interface Props {
  request: DataRequest;
  /** Shows the comments that block the decision. */
  onComments: () => void;
  onDecided: () => void;
}

/**
 * The buttons Approve and Decline, fixed to the foot of the page. Tells why they are disabled. The
 * bar is hidden once the stage is decided: `StageNote` at the top then tells the outcome.
 */
export function DecisionBar({ request, onComments, onDecided }: Props) {
  const { stage, decide, comment, blocked_until } = request.acting;
  const [pendingOutcome, setPendingOutcome] = useState<boolean>();
  const isBlocked = !decide.allowed && comment.allowed;
  const whyNot = isBlocked && blocked_until ? blockedUntil(blocked_until) : decide.why_not;
  return (
    <>
      {!decidedOwnStage(request) && (
        <Box
          ref={pageBar}
          component="section"
          data-bar
          aria-label="Decision"
          sx={{
            position: 'sticky',
            [LOW_WINDOW]: { position: 'static' },
            bottom: PAGE_BAR_BOTTOM,
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
            variant="body2"
            sx={{ flex: { xs: '1 1 100%', sm: '1 1 240px' }, color: 'text.secondary' }}
          >
            {whyNot ??
              `You can decide now as ${stage?.role}. You confirm with ${confirmedWith(request)}.`}
          </Typography>
          {isBlocked && blocked_until && (
            <Button size="small" onClick={onComments}>
              Show the comment
            </Button>
          )}
          {stage && request.status === 'Pending' && (
            <>
              <Button
                variant="outlined"
                color="error"
                disabled={!decide.allowed}
                onClick={() => setPendingOutcome(false)}
                sx={{ flex: { xs: 1, sm: 'none' } }}
              >
                Decline
              </Button>
              <Button
                variant="contained"
                color="success"
                disabled={!decide.allowed}
                onClick={() => setPendingOutcome(true)}
                sx={{ flex: { xs: 1, sm: 'none' } }}
              >
                Approve
              </Button>
            </>
          )}
        </Box>
      )}
      {/* Outside the bar, so that the dialog and its input remain when another person decides. */}
      {pendingOutcome !== undefined && stage && (
        <DecisionDialog
          request={request}
          stage={stage}
          approve={pendingOutcome}
          onDecided={onDecided}
          onClose={() => setPendingOutcome(undefined)}
        />
      )}
    </>
  );
}

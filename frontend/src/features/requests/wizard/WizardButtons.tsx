import CloudDoneOutlined from '@mui/icons-material/CloudDoneOutlined';
import WarningAmber from '@mui/icons-material/WarningAmber';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { messageOf, NetworkError } from '@/api/errors';
import type { DraftSession } from './draftSession';
import { screens } from './screens';

export type Saving = Pick<DraftSession, 'saved' | 'refusal' | 'hasLocalCopy'>;

interface Props {
  index: number;
  saving: Saving;
  /** The review was reached before, so every screen offers a button that leads back to it. */
  canReturn: boolean;
  pending: boolean;
  error: Error | null;
  onPrevious: () => void;
  onNext: () => void;
  onReturn: () => void;
  onSkip: () => void;
  onSubmit: () => void;
}

function saveStatusText({ saved, refusal, hasLocalCopy }: Saving): string {
  if (saved === 'saved') return 'Saved';
  if (saved === 'scheduled' || saved === 'saving') return 'Saving…';
  const why = saved === 'offline' ? 'no connection' : refusal;
  return hasLocalCopy
    ? `Saved on this device only: ${why}`
    : `Not saved, and this browser can't store a copy: ${why}. Stay on this page.`;
}

export function WizardButtons(props: Props) {
  const { index, saving, canReturn, pending, error } = props;
  const isReview = screens[index]?.id === 'review';
  const isHereOnly = saving.saved === 'offline' || saving.saved === 'rejected';
  const SavedIcon = isHereOnly ? WarningAmber : CloudDoneOutlined;
  return (
    <Box sx={{ mt: 4, pt: 2.5, borderTop: 1, borderColor: 'divider', maxWidth: 900 }}>
      {isReview && error && !pending && (
        <Alert
          severity="error"
          sx={{ mb: 2 }}
          action={
            error instanceof NetworkError && (
              <Button color="inherit" size="small" onClick={props.onSubmit}>
                Try again
              </Button>
            )
          }
        >
          {messageOf(error)} Your answers are kept.
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        {index > 0 && (
          <Button variant="outlined" onClick={props.onPrevious} disabled={pending}>
            Previous
          </Button>
        )}
        {isReview ? (
          <Button variant="contained" loading={pending} onClick={props.onSubmit}>
            Submit
          </Button>
        ) : (
          <Button variant="contained" onClick={props.onNext}>
            Next
          </Button>
        )}
        {screens[index]?.id === 'specification' && <Button onClick={props.onSkip}>Skip</Button>}
        {canReturn && !isReview && <Button onClick={props.onReturn}>Back to the review</Button>}
        <Typography
          // Not announced while it changes with every key press. Only a failure to save is worth an
          // interruption.
          role={isHereOnly ? 'alert' : undefined}
          variant="body2"
          color={isHereOnly ? 'warning' : 'textSecondary'}
          sx={{ ml: { sm: 'auto' }, display: 'flex', alignItems: 'center', gap: 0.75 }}
        >
          <SavedIcon sx={{ fontSize: 18 }} aria-hidden />
          {saveStatusText(saving)}
        </Typography>
      </Box>
    </Box>
  );
}

import CloudDoneOutlined from '@mui/icons-material/CloudDoneOutlined';
import WarningAmber from '@mui/icons-material/WarningAmber';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { messageOf, NetworkError } from '@/api/errors';
import type { DraftState } from './draftStore';
import { screens } from './screens';

interface Props {
  index: number;
  saved: DraftState['saved'];
  /** The review was reached once: from every screen it is one step away. */
  canReturn: boolean;
  pending: boolean;
  error: Error | null;
  onPrevious: () => void;
  onNext: () => void;
  onReturn: () => void;
  onSkip: () => void;
  onSubmit: () => void;
}

const words = {
  yes: 'Saved on this device',
  soon: 'Saving…',
  no: 'This browser keeps nothing: finish without closing the page.',
} as const;

/** Back and on, and whether everything is kept. */
export function WizardButtons(props: Props) {
  const { index, saved, canReturn, pending, error } = props;
  const isReview = screens[index]?.id === 'review';
  const SavedIcon = saved === 'no' ? WarningAmber : CloudDoneOutlined;
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
          {messageOf(error)} Your answers are kept on this device.
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
          // Not read out while it changes with every key; only that nothing is kept is worth an interruption.
          role={saved === 'no' ? 'alert' : undefined}
          variant="body2"
          color={saved === 'no' ? 'warning' : 'textSecondary'}
          sx={{ ml: { sm: 'auto' }, display: 'flex', alignItems: 'center', gap: 0.75 }}
        >
          <SavedIcon sx={{ fontSize: 18 }} aria-hidden />
          {words[saved]}
        </Typography>
      </Box>
    </Box>
  );
}

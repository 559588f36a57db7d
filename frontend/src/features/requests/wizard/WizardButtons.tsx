import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { messageOf, NetworkError } from '@/api/errors';
import { PAGE_BAR_BOTTOM, pageBar } from '@/ui/bars';
import { LOW_WINDOW } from '@/ui/looks';
import { SaveStatus, type Saving } from './SaveStatus';
import { screens } from './screens';

interface Props {
  index: number;
  saving: Saving;
  /** The review was reached before, so every screen offers a button that leads back to it. */
  canReturn: boolean;
  pending: boolean;
  error: Error | null;
  /** Says what the button Submit sends. */
  submits: string;
  onPrevious: () => void;
  onNext: () => void;
  onReturn: () => void;
  onSkip: () => void;
  onSubmit: () => void;
}

/** The buttons below a screen of the wizard. On a phone they stay at the foot of the window. */
export function WizardButtons(props: Props) {
  const { index, saving, canReturn, pending, error, submits } = props;
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true });
  const isReview = screens[index]?.id === 'review';
  return (
    <>
      <Box sx={{ mt: 4, maxWidth: 900 }}>
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
        {isReview && (
          <Typography id="submits" variant="body2" sx={{ mb: 1.5, overflowWrap: 'anywhere' }}>
            {submits}
          </Typography>
        )}
        {canReturn && !isReview && (
          <Button onClick={props.onReturn} sx={{ mb: 1.5 }}>
            Back to the review
          </Button>
        )}
      </Box>
      <Box
        ref={isPhone ? pageBar : undefined}
        data-bar
        sx={{
          position: { xs: 'sticky', sm: 'static' },
          [LOW_WINDOW]: { position: 'static' },
          bottom: PAGE_BAR_BOTTOM,
          zIndex: 2,
          mx: { xs: -2, sm: 0 },
          px: { xs: 2, sm: 0 },
          py: { xs: 1.25, sm: 2.5 },
          maxWidth: { sm: 900 },
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: { xs: 1, sm: 1.5 },
          borderTop: 1,
          borderColor: 'divider',
          bgcolor: { xs: 'background.paper', sm: 'transparent' },
        }}
      >
        {index > 0 && (
          <Button variant="outlined" onClick={props.onPrevious} disabled={pending}>
            Previous
          </Button>
        )}
        {isReview ? (
          <Button
            variant="contained"
            loading={pending}
            onClick={props.onSubmit}
            aria-describedby="submits"
          >
            Submit
          </Button>
        ) : (
          <Button variant="contained" onClick={props.onNext}>
            Next
          </Button>
        )}
        {screens[index]?.id === 'specification' && <Button onClick={props.onSkip}>Skip</Button>}
        <SaveStatus saving={saving} />
      </Box>
    </>
  );
}

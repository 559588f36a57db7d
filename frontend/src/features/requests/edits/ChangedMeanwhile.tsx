import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import type { DataRequest } from '@/api/models';
import { CallRefused } from '@/components/CallRefused';
import { useInSight } from '@/components/useInSight';
import { VersionChanges } from '@/components/requests/changes/VersionChanges';
import { editOf } from '@/lib/requestEdits';
import type { SectionKey } from '@/lib/requestSections';

interface Props {
  before: DataRequest;
  newest: DataRequest | undefined;
  section: SectionKey;
  error: unknown;
  /** Sends it again after a lost call; without it the form around it is sent again. */
  onRetry?: () => void;
  /** How the edit is made all the same. */
  again?: string;
  /** The level of the headings of what changed. */
  heading?: 'h2' | 'h3';
}

const SAVE_AGAIN =
  'What you have typed is still here. Save again to put it in the place of what is there now.';

/** Why an edit was not saved; where somebody else was faster, what they changed, section by section. */
export function ChangedMeanwhile(props: Props) {
  const { before, newest, section, error, onRetry, again = SAVE_AGAIN, heading } = props;
  const place = useInSight<HTMLDivElement>(error, newest);
  if (!error) return null;
  if (!newest) {
    return (
      <Box ref={place}>
        <CallRefused error={error} severity="warning" onRetry={onRetry} />
      </Box>
    );
  }
  const edit = editOf(newest, section);
  return (
    <Alert
      ref={place}
      severity="warning"
      sx={{ '& .MuiAlert-message': { width: '100%', minWidth: 0 } }}
    >
      <AlertTitle>This Data Request has changed since you opened it. Review it again.</AlertTitle>
      <Box
        role="group"
        aria-label="What was changed"
        sx={{ my: 1.5, maxHeight: 320, overflow: 'auto', color: 'text.primary' }}
        // What is cut off can be reached by keyboard.
        tabIndex={0}
      >
        <VersionChanges
          requestId={newest.request_id}
          from={before.version}
          to={newest.version}
          heading={heading}
        />
      </Box>
      {edit?.may_edit === false ? edit.why_not : again}
    </Alert>
  );
}

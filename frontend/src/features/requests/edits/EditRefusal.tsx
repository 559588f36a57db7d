import Box from '@mui/material/Box';
import { CallRefused } from '@/components/CallRefused';
import { ConflictNotice } from '@/components/ConflictNotice';
import { useInSight } from '@/components/useInSight';
import { VersionChanges } from '@/components/requests/changes/VersionChanges';
import { editOf } from '@/lib/requestEdits';
import type { SectionKey } from '@/lib/requestSections';
import type { useEdit } from './useEdit';

interface Props {
  edit: ReturnType<typeof useEdit>;
  section: SectionKey;
  /** Sends it again after a lost call; without it the form around it is sent again. */
  onRetry?: () => void;
  /** Makes the edit over the saved version; without it the form around it is sent again. */
  onKeepMine?: () => void;
  onUseSaved: () => void;
  /** The level of the headings of what changed. */
  heading?: 'h2' | 'h3';
}

/** Why an edit was not saved; after someone else's save, what it changed, section by section. */
export function EditRefusal(props: Props) {
  const { edit, section, onRetry, onKeepMine = 'submit', onUseSaved, heading } = props;
  const { before, newest, error, pending } = edit;
  const place = useInSight<HTMLDivElement>(error);
  if (!error) return null;
  if (!newest) {
    return (
      <Box ref={place}>
        <CallRefused error={error} severity="warning" onRetry={onRetry} />
      </Box>
    );
  }
  const now = editOf(newest, section);
  const isClosed = now?.may_edit === false;
  return (
    <ConflictNotice
      pending={pending}
      onKeepMine={isClosed ? undefined : onKeepMine}
      onUseSaved={onUseSaved}
    >
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
      {isClosed && now.why_not}
    </ConflictNotice>
  );
}

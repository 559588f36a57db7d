import Box from '@mui/material/Box';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { ConflictNotice } from '@/ui/ConflictNotice';
import { useScrollIntoView } from '@/ui/useScrollIntoView';
import { VersionChanges } from '@/shared/requests/changes/VersionChanges';
import { editOf } from '@/lib/requestEdits';
import type { SectionKey } from '@/lib/requestSections';
import type { useEdit } from './useEdit';

interface Props {
  edit: ReturnType<typeof useEdit>;
  section: SectionKey;
  /** Sends the edit again after a network error. Without it, the surrounding form is submitted. */
  onRetry?: () => void;
  /** Saves the edit over the saved version. Without it, the surrounding form is submitted. */
  onKeepMine?: () => void;
  onUseSaved: () => void;
  /** The level of the headings of the changed sections. */
  heading?: 'h2' | 'h3';
}

/**
 * Shows why an edit was not saved. After a conflict, shows the other person's changes by section.
 */
export function EditRefusal(props: Props) {
  const { edit, section, onRetry, onKeepMine = 'submit', onUseSaved, heading } = props;
  const { before, newest, error, pending } = edit;
  const place = useScrollIntoView<HTMLDivElement>(error);
  if (!error) return null;
  if (!newest) {
    return (
      <Box ref={place}>
        <CallErrorAlert error={error} severity="warning" onRetry={onRetry} />
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
        // Focusable, so that the keyboard can scroll to the overflow.
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

import CloudDoneOutlined from '@mui/icons-material/CloudDoneOutlined';
import WarningAmber from '@mui/icons-material/WarningAmber';
import Typography from '@mui/material/Typography';
import { ApiError } from '@/api/errors';
import type { DraftSession } from './draftSession';

export type Saving = Pick<DraftSession, 'saved' | 'refusal' | 'failure' | 'hasLocalCopy'>;

function saveStatusText({ saved, refusal, failure, hasLocalCopy }: Saving): string {
  if (saved === 'saved') return 'Saved';
  if (saved === 'scheduled' || saved === 'saving') return 'Saving…';
  const retried =
    failure instanceof ApiError ? 'the server could not save it yet' : 'no connection';
  const why = saved === 'offline' ? retried : refusal;
  return hasLocalCopy
    ? `Saved on this device only: ${why}`
    : `Not saved, and this browser can't store a copy: ${why}. Stay on this page.`;
}

/** Tells where the draft is saved. */
export function SaveStatus({ saving }: { saving: Saving }) {
  const isHereOnly = saving.saved === 'offline' || saving.saved === 'rejected';
  const SavedIcon = isHereOnly ? WarningAmber : CloudDoneOutlined;
  return (
    <Typography
      // Not announced while it changes with every key press. Only a failure to save is worth an
      // interruption.
      role={isHereOnly ? 'alert' : undefined}
      variant="body2"
      color={isHereOnly ? 'warning' : 'textSecondary'}
      sx={{ ml: 'auto', display: 'flex', alignItems: 'center', gap: 0.75 }}
    >
      <SavedIcon sx={{ fontSize: 18 }} aria-hidden />
      {saveStatusText(saving)}
    </Typography>
  );
}

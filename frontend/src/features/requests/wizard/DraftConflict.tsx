import Typography from '@mui/material/Typography';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Differences, KEEP_MINE, USE_SAVED } from '@/ui/ConflictNotice';
import { formatDateTime } from '@/lib/dates';
import { differences } from './differences';
import type { ServedDraft } from './draftContent';
import type { DraftSession } from './draftSession';

interface Props {
  session: DraftSession;
  theirs: ServedDraft;
  onChoose: (keepsOwn: boolean) => void;
}

/**
 * Asks which of two versions of a draft to keep, as `ConflictNotice` does for a record. It is a
 * dialog, because nothing is saved until the user has chosen. A click on the backdrop or Escape
 * chooses neither.
 */
export function DraftConflict({ session, theirs, onChoose }: Props) {
  const { draft, files, choice, changedOn } = session;
  const variableIds = choice.variables.map(({ var_id }) => var_id);
  const mine = { draft, files, dataSourceId: choice.dataSourceId, variableIds };
  return (
    <ConfirmDialog
      open
      title="Changed in another tab or on another device"
      confirmLabel={KEEP_MINE}
      focus="neither"
      cancelLabel={USE_SAVED}
      onConfirm={() => onChoose(true)}
      onCancel={() => onChoose(false)}
      onDismiss={() => undefined}
    >
      <Typography sx={{ mb: 1.5 }}>
        This draft was changed here on {formatDateTime(new Date(changedOn))}, and saved elsewhere on{' '}
        {formatDateTime(theirs.changedOn)}. You can keep only one version.
      </Typography>
      <Differences differences={differences(mine, theirs)} />
    </ConfirmDialog>
  );
}

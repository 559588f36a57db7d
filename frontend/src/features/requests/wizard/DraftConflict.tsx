import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { visuallyHidden } from '@/components/looks';
import { formatDateTime } from '@/lib/dates';
import { useSelectedSource, useSelectedVariables } from '@/lib/variableSelection';
import { differences } from './differences';
import type { Draft, Files } from './draft';
import type { ServedDraft } from './draftContent';

interface Props {
  draft: Draft;
  files: Files;
  /** When it was changed here last, in milliseconds. */
  changedOn: number;
  /** What was saved elsewhere. */
  theirs: ServedDraft;
  onSettle: (keepsOwn: boolean) => void;
}

/** Asks which of two states of a draft stays, with both times and what differs. Neither goes by a click beside the question. */
export function DraftConflict({ draft, files, changedOn, theirs, onSettle }: Props) {
  const dataSourceId = useSelectedSource();
  const variableIds = useSelectedVariables(dataSourceId).map(({ var_id }) => var_id);
  const found = differences({ draft, files, dataSourceId, variableIds }, theirs);
  return (
    <ConfirmDialog
      open
      title="Changed in another tab or on another device"
      confirmLabel="Keep what is here"
      focus="neither"
      cancelLabel="Take the other one"
      onConfirm={() => onSettle(true)}
      onCancel={() => onSettle(false)}
      onDismiss={() => undefined}
    >
      <Typography sx={{ mb: 1.5 }}>
        This draft was changed here on {formatDateTime(new Date(changedOn))}, and saved elsewhere on{' '}
        {formatDateTime(theirs.changedOn)}. Only one of the two can be kept.
      </Typography>
      <Box component="dl" sx={{ m: 0, maxHeight: 320, overflow: 'auto' }}>
        {found.map(({ name, here, there }) => (
          <Box key={name} sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
            <Typography component="dt" variant="body2" sx={{ fontWeight: 600 }}>
              {name}
            </Typography>
            <Answer side="Here" text={here} />
            <Answer side="Elsewhere" text={there} />
          </Box>
        ))}
      </Box>
      {found.length === 0 && <Box sx={visuallyHidden}>Nothing that is shown differs.</Box>}
    </ConfirmDialog>
  );
}

function Answer({ side, text }: { side: string; text: string }) {
  return (
    <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
      {side}: {text || '–'}
    </Typography>
  );
}

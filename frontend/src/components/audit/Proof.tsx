import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { downloadEvidence } from '@/api/documents';
import { messageOf } from '@/api/errors';
import type { ActEntry } from '@/api/models';
import { useAct } from '@/api/useAct';
import { formatSecond } from '@/lib/dates';
import { serverNow } from '@/lib/serverTime';
import { toast } from '@/lib/toast';

interface Props {
  entry: ActEntry;
  /** What it is the proof of, where that is not said by the act and its time. */
  of?: string;
  /** The screen looks again until the entry is in the log. */
  comesSoon?: boolean;
}

/** What waits for longer is not taken: the log has stopped, or somebody has added it who could not. */
const WAITS_AT_MOST = 60 * 60_000;

function placeOf({ at, entry_id, log_index }: ActEntry, comesSoon: boolean): string {
  if (typeof log_index === 'number') return `Entry ${entry_id} in the log`;
  if (serverNow() - new Date(at).getTime() > WAITS_AT_MOST) {
    return 'Not in the log: nothing proves it';
  }
  return `Not in the log yet${comesSoon ? '; the proof comes in a moment' : ''}`;
}

/** Where an entry stands in the transparency log, and its evidence where the reader gets that (design P4, P6). */
export function Proof({ entry, of, comesSoon = false }: Props) {
  const download = useAct({
    mutationFn: () => downloadEvidence(entry.entry_id),
    onError: (error) => toast(messageOf(error), 'error'),
  });
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}
    >
      <span>{placeOf(entry, comesSoon)}</span>
      {entry.has_evidence && (
        <Button
          size="small"
          // As high as a finger needs, while the line that it stands in keeps its height: a proof comes after what it is of.
          sx={{ px: 0, py: 0, my: -0.5, minWidth: 0, minHeight: 28, whiteSpace: 'nowrap' }}
          loading={download.isPending}
          aria-label={`Download proof: ${of ? `${of}, ` : ''}${entry.words}, ${formatSecond(entry.at)}`}
          onClick={() => download.mutate()}
        >
          Download proof
        </Button>
      )}
    </Box>
  );
}

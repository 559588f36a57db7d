import VerifiedOutlined from '@mui/icons-material/VerifiedOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { downloadEvidence } from '@/api/documents';
import { messageOf } from '@/api/errors';
import type { ActEntry } from '@/api/models';
import { useAct } from '@/api/useAct';
import { formatSecond } from '@/lib/dates';
import { serverNow } from '@/lib/serverTime';
import { toast } from '@/lib/toast';

interface Props {
  entry: ActEntry;
  /** Describes the entry in the button's accessible name, if its act and time are not enough. */
  of?: string;
  /** True if the screen polls until the entry is in the log. */
  comesSoon?: boolean;
}

/**
 * Milliseconds after which a missing entry is reported as unproven: either the log has stopped, or
 * the entry was added without authorisation.
 */
const MAX_WAIT = 60 * 60_000;

function placeOf({ at, entry_id, log_index }: ActEntry, comesSoon: boolean): string {
  if (typeof log_index === 'number') return `Entry ${entry_id} in the log`;
  if (serverNow() - new Date(at).getTime() > MAX_WAIT) {
    return 'Not in the log, so there is no proof of it';
  }
  return `Not in the log yet${comesSoon ? '; the proof comes in a moment' : ''}`;
}

const useDownload = ({ entry_id }: ActEntry) =>
  useAct({
    mutationFn: () => downloadEvidence(entry_id),
    onError: (error) => toast(messageOf(error), 'error'),
  });

const downloadName = ({ words, at }: ActEntry, of?: string): string =>
  `Download proof: ${of ? `${of}, ` : ''}${words}, ${formatSecond(at)}`;

/** The evidence of an entry as an icon, for lists in which each entry has one. */
export function ProofIcon({ entry }: { entry: ActEntry }) {
  const download = useDownload(entry);
  return (
    <Tooltip title={`${placeOf(entry, false)}: download proof`} describeChild>
      <IconButton
        size="small"
        loading={download.isPending}
        aria-label={downloadName(entry)}
        onClick={() => download.mutate()}
      >
        <VerifiedOutlined fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

/**
 * Shows an entry's position in the transparency log, and a button for its evidence if the reader
 * may download it (decisions P4, P6).
 */
export function Proof({ entry, of, comesSoon = false }: Props) {
  const download = useDownload(entry);
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}
    >
      <span>{placeOf(entry, comesSoon)}</span>
      {entry.has_evidence && (
        <Button
          size="small"
          // High enough for a finger, but with a negative margin so that the line keeps its height
          // when the proof is loaded.
          sx={{ px: 0, py: 0, my: -0.5, minWidth: 0, minHeight: 28, whiteSpace: 'nowrap' }}
          loading={download.isPending}
          aria-label={downloadName(entry, of)}
          onClick={() => download.mutate()}
        >
          Download proof
        </Button>
      )}
    </Box>
  );
}

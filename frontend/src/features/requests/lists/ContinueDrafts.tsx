import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import type { DraftRow } from '@/api/models';
import { paths } from '@/app/paths';
import { PlainList } from '@/ui/PlainList';
import { timeAgo } from '@/lib/dates';
import { draftPath } from '../draftPath';
import { screens } from '../wizard/screens';
import { titleOf } from './useDrafts';

/** Maximum number of drafts. The others are under My Data Requests. */
const SHOWN = 3;

/** Returns how far the draft was taken, such as "step 4 of 8". */
function stepOf({ reached }: DraftRow): string | undefined {
  return reached ? `step ${Math.min(reached, screens.length)} of ${screens.length}` : undefined;
}

/** Links to the latest drafts, with the step reached and the time of the last save. */
export function ContinueDrafts({ drafts, label }: { drafts: readonly DraftRow[]; label: string }) {
  return (
    <PlainList aria-label={label} sx={{ display: 'grid', gap: 1 }}>
      {drafts.slice(0, SHOWN).map((draft) => {
        const step = stepOf(draft);
        return (
          <li key={draft.draft_id}>
            <Link
              component={RouterLink}
              to={draftPath(draft.draft_id)}
              sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
            >
              Continue: {titleOf(draft)}
            </Link>
            <Typography component="span" variant="body2" color="textSecondary">
              {step && `, ${step}`}, saved {timeAgo(draft.changed_on)}
            </Typography>
          </li>
        );
      })}
      {drafts.length > SHOWN && (
        <li>
          <Link component={RouterLink} to={paths.requesterMyRequests}>
            See all {drafts.length} drafts
          </Link>
        </li>
      )}
    </PlainList>
  );
}

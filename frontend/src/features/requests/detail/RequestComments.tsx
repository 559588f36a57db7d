import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { DataRequest } from '@/api/models';
import { paths, requestPath } from '@/app/paths';
import { PAGE_BAR_BOTTOM } from '@/ui/bars';
import { useCommentDrafts } from '@/shared/comments/drafts';
import { RequestedEditButton } from '@/shared/comments/RequestedEditButton';
import { SectionSelect } from '@/shared/comments/SectionSelect';
import { Threads } from '@/shared/comments/Threads';
import { LOW_WINDOW } from '@/ui/looks';
import { formatDateTime } from '@/lib/dates';
import { commentsOn, isUrgent, sectionsOf } from '@/lib/requestSections';
import { useComments } from './commentsContext';
import { PARTS, useTab } from './tabs';

/**
 * The number of comments shown at first, and added per click. A page with hundreds is slow on a
 * phone.
 */
const SHOWN_AT_A_TIME = 20;

interface Props {
  request: DataRequest;
  /** True if the panel is above or below the request at every width, and never beside it. */
  stacked: boolean;
}

/**
 * Shows the reviewers' comments on one section or on all, with their replies. Comments that require
 * action come first (2 §4).
 */
export function RequestComments({ request, stacked }: Props) {
  const { comments, chosen, choose } = useComments();
  const drafts = useCommentDrafts(request.request_id);
  const navigate = useNavigate();
  const [, showTab] = useTab();
  const title = useRef<HTMLHeadingElement>(null);
  const [most, setMost] = useState(SHOWN_AT_A_TIME);
  const before = useRef(chosen);
  const bySelect = useRef(false);
  useEffect(() => {
    if (before.current === chosen) return;
    before.current = chosen;
    // The button of a section may be far from the comments, so the focus moves there. The select field
    // is beside them.
    if (chosen !== null && !bySelect.current) title.current?.focus();
    bySelect.current = false;
  }, [chosen]);
  const shown = chosen === null ? comments : commentsOn(comments, chosen);
  const sorted = [...shown].sort(
    (a, b) => Number(isUrgent(b)) - Number(isUrgent(a)) || b.comment_id - a.comment_id,
  );
  const offered = sectionsOf(request).filter(
    (key) => key === chosen || commentsOn(comments, key).length > 0,
  );
  const ends = comments.flatMap(({ blocks_until }) => blocks_until ?? []).sort();
  const end = ends.at(-1);
  const demands = comments.filter(isUrgent).length;
  const showLists = () => {
    showTab('devices-staff');
    // On a phone the lists are far below. The focus lets keyboard users continue there.
    document.getElementById(PARTS)?.focus();
  };
  const elsewhere = {
    devices: showLists,
    staff: showLists,
    dataSource: () => void navigate(requestPath(paths.requesterDatasets, request.request_id)),
  };
  // If the comments are not beside the request, those that require action come before it.
  const first = demands > 0 ? -1 : 0;
  return (
    <Box
      component="section"
      aria-labelledby="comments-title"
      sx={{
        order: { xs: first, lg: stacked ? first : 0 },
        position: { lg: stacked ? 'static' : 'sticky' },
        top: 80,
        maxHeight: { lg: stacked ? undefined : `calc(100dvh - 96px - ${PAGE_BAR_BOTTOM})` },
        [LOW_WINDOW]: { position: 'static', maxHeight: 'none' },
        overflow: 'auto',
        border: 1,
        borderColor: demands > 0 ? 'secondary.main' : 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        px: 2.5,
        py: 2,
      }}
    >
      <Typography id="comments-title" variant="h3" component="h2" ref={title} tabIndex={-1}>
        Comments
      </Typography>
      {comments.length > 0 && (
        <Box sx={{ mt: 1.5 }}>
          <SectionSelect
            comments={comments}
            keys={offered}
            chosen={chosen}
            onChoose={(section) => {
              bySelect.current = true;
              choose(section);
            }}
          />
        </Box>
      )}
      {demands > 0 && chosen === null && (
        <Typography variant="body2" sx={{ mt: 1 }}>
          {demands === 1 ? 'One comment requires' : `${demands} comments require`} action from you.{' '}
          {end
            ? `Reviewers cannot decide until you act, or until ${formatDateTime(end)}.`
            : 'Reviewers can decide meanwhile.'}
        </Typography>
      )}
      <Threads
        comments={sorted.slice(0, most)}
        round={request.round}
        drafts={drafts}
        withSection={chosen === null}
        isOwn={request.is_own}
        editOf={(comment) => (
          <RequestedEditButton request={request} comment={comment} elsewhere={elsewhere} />
        )}
      />
      {sorted.length > most && (
        <Button size="small" onClick={() => setMost(most + SHOWN_AT_A_TIME)} sx={{ mt: 1 }}>
          Show {Math.min(SHOWN_AT_A_TIME, sorted.length - most)} more of {sorted.length - most}
        </Button>
      )}
    </Box>
  );
}

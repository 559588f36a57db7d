import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useRole } from '@/api/session';
import type { DataRequest } from '@/api/models';
import type { CommentDrafts } from '@/shared/comments/drafts';
import { RequestedEditButton } from '@/shared/comments/RequestedEditButton';
import { UnsentText } from '@/shared/comments/UnsentText';
import { SectionSelect } from '@/shared/comments/SectionSelect';
import { Threads } from '@/shared/comments/Threads';
import { LoadFailed } from '@/ui/LoadFailed';
import { requestQueries } from '@/shared/requests/queries';
import {
  commentsOn,
  sections,
  sectionsOf,
  withoutEndedWindows,
  type SectionKey,
} from '@/lib/requestSections';
import { CommentForm } from './CommentForm';

interface Props {
  request: DataRequest;
  /** Null for all sections. */
  section: SectionKey | null;
  onSection: (section: SectionKey | null) => void;
  drafts: CommentDrafts;
  titleId: string;
  /** Shows the sections that are edited row by row. */
  elsewhere: Partial<Record<SectionKey, () => void>>;
  /** Given if the panel can be closed. */
  onClose?: () => void;
}

/**
 * Lists the comments on the chosen section or on all sections. Has a form for a new comment if the
 * user may write one.
 */
export function CommentsPanel(props: Props) {
  const { request, section, onSection, drafts, titleId, elsewhere, onClose } = props;
  const role = useRole();
  const comments = useQuery(requestQueries.comments(request.request_id));
  const all = comments.data && withoutEndedWindows(comments.data, request);
  const shown = all && (section === null ? all : commentsOn(all, section));
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'start', gap: 1, px: 2.5, pt: 2, pb: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="overline" component="p" color="textSecondary">
            Comments
          </Typography>
          <Typography
            id={titleId}
            variant="h3"
            component="h2"
            tabIndex={-1}
            sx={{ outline: 'none' }}
          >
            {section === null ? 'All sections' : sections[section]}
          </Typography>
        </Box>
        {onClose && (
          <IconButton onClick={onClose} aria-label="Close the comments" edge="end" autoFocus>
            <CloseIcon />
          </IconButton>
        )}
      </Box>
      <Box sx={{ px: 2.5, py: 1 }}>
        <SectionSelect
          comments={all ?? []}
          keys={sectionsOf(request)}
          chosen={section}
          onChoose={onSection}
        />
      </Box>
      <Box
        tabIndex={0}
        role="region"
        aria-labelledby={titleId}
        sx={{ flex: 1, minHeight: 0, overflowY: 'auto', px: 2.5 }}
      >
        {comments.error && (
          <LoadFailed error={comments.error} onRetry={() => void comments.refetch()} />
        )}
        {/* As high as the line "no comments". */}
        {!shown && !comments.error && <Skeleton variant="rounded" height={46} />}
        {shown && (
          <Threads
            comments={shown}
            round={request.round}
            drafts={drafts}
            withSection={section === null}
            isOwn={request.is_own}
            editOf={(comment) => (
              <RequestedEditButton request={request} comment={comment} elsewhere={elsewhere} />
            )}
          />
        )}
      </Box>
      {role !== 'Super User' && (
        <Box sx={{ px: 2.5, py: 2, borderTop: 1, borderColor: 'divider' }}>
          <NewComment request={request} section={section} drafts={drafts} />
        </Box>
      )}
    </Box>
  );
}

function NewComment({ request, section, drafts }: Pick<Props, 'request' | 'section' | 'drafts'>) {
  const { stage, comment, demand_action } = request.acting;
  if (!comment.allowed || !stage || section === null) {
    const typed = section === null ? '' : drafts.of(section).text;
    return (
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <Typography variant="body2" color="textSecondary">
          {comment.allowed ? 'Choose a section to comment on it.' : comment.why_not}
        </Typography>
        {typed && <UnsentText label="Your comment, not sent" text={typed} />}
      </Box>
    );
  }
  return (
    <CommentForm
      key={section}
      requestId={request.request_id}
      stateId={stage.state_id}
      assignedRoleId={stage.assigned_role_id}
      section={section}
      mayDemandAction={demand_action.some(
        (about) => about.section === sections[section] && about.allowed,
      )}
      draft={drafts.of(section)}
      onDraft={(draft) => drafts.set(section, draft)}
    />
  );
}

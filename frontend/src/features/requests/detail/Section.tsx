import CommentOutlined from '@mui/icons-material/CommentOutlined';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import { count, formatNumber } from '@/lib/numbers';
import { commentsOn, isOpenDemand, useComments } from './commentsContext';
import type { SectionKey } from './sections';

interface Props {
  title: string;
  /** The section that reviewers comment on here; without it, nobody does. */
  about?: SectionKey;
  /** A table stands on the page itself, answers in a frame. */
  framed?: boolean;
  children: ReactNode;
}

/** One part of a submitted request, with its comments a click away. */
export function Section({ title, about, framed = true, children }: Props) {
  const id = useId();
  const { chosen } = useComments();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={
        framed
          ? {
              px: { xs: 2, sm: 3 },
              py: 2,
              border: 1,
              borderColor: about && chosen === about ? 'primary.main' : 'divider',
              borderRadius: 1,
              bgcolor: 'background.paper',
            }
          : undefined
      }
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 1,
          minHeight: 40,
          mb: 0.5,
        }}
      >
        <Typography id={id} variant="h3" component="h2">
          {title}
        </Typography>
        {about && <CommentsButton about={about} title={title} />}
      </Box>
      {children}
    </Box>
  );
}

function CommentsButton({ about, title }: { about: SectionKey; title: string }) {
  const { comments, chosen, choose } = useComments();
  const own = commentsOn(comments, [about]);
  if (own.length === 0) return null;
  const urgent = own.some(isOpenDemand);
  const words = `${count(own.length, 'comment')}${urgent ? ', action required' : ''}`;
  return (
    <Tooltip title={words} describeChild={false} slotProps={{ popper: { disablePortal: true } }}>
      <IconButton
        aria-label={`${words}: ${title}`}
        aria-pressed={chosen === about}
        onClick={() => choose(chosen === about ? null : about)}
        sx={{ color: chosen === about ? 'primary.main' : 'text.secondary' }}
      >
        <Badge
          badgeContent={formatNumber(own.length)}
          color={urgent ? 'secondary' : 'default'}
          sx={
            urgent
              ? undefined
              : { '& .MuiBadge-badge': { bgcolor: 'quiet', border: 1, borderColor: 'divider' } }
          }
        >
          <CommentOutlined fontSize="small" />
        </Badge>
      </IconButton>
    </Tooltip>
  );
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import { cardSx } from '@/ui/looks';
import { CommentButton } from '@/shared/requests/CommentButton';
import { commentsOn, type SectionKey } from '@/lib/requestSections';
import { useComments } from './commentsContext';

interface Props {
  title: string;
  /** The section that reviewers comment on here. Without it, there are no comments. */
  about?: SectionKey;
  /** True for answers in a frame, false for a table on the page itself. */
  inFrame?: boolean;
  action?: ReactNode;
  children: ReactNode;
}

export function Section({ title, about, inFrame = true, action, children }: Props) {
  const id = useId();
  const { chosen } = useComments();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={
        inFrame
          ? { ...cardSx, borderColor: about && chosen === about ? 'primary.main' : 'divider' }
          : undefined
      }
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          flexWrap: 'wrap',
          columnGap: 1,
          minHeight: 40,
          mb: 0.5,
        }}
      >
        <Typography id={id} variant="h3" component="h2">
          {title}
        </Typography>
        <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 0.5 }}>
          {action}
          {about && <SectionComments about={about} title={title} />}
        </Box>
      </Box>
      {children}
    </Box>
  );
}

/**
 * Shows the comments on the section, or those on all sections when clicked again. Renders nothing
 * if there are none.
 */
function SectionComments({ about, title }: { about: SectionKey; title: string }) {
  const { comments, chosen, choose } = useComments();
  const own = commentsOn(comments, about);
  if (own.length === 0) return null;
  return (
    <CommentButton
      section={title}
      comments={own}
      chosen={chosen === about}
      onChoose={() => choose(chosen === about ? null : about)}
    />
  );
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import { framed } from '@/components/looks';
import { CommentButton } from '@/components/requests/CommentButton';
import { commentsOn, type SectionKey } from '@/lib/requestSections';
import { useComments } from './commentsContext';

interface Props {
  title: string;
  /** The section that reviewers comment on here; without it, nobody does. */
  about?: SectionKey;
  /** A table stands on the page itself, answers in a frame. */
  inFrame?: boolean;
  /** What can be done with the section, beside its comments. */
  action?: ReactNode;
  children: ReactNode;
}

/** One part of a submitted request, with its comments a click away. */
export function Section({ title, about, inFrame = true, action, children }: Props) {
  const id = useId();
  const { chosen } = useComments();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={
        inFrame
          ? { ...framed, borderColor: about && chosen === about ? 'primary.main' : 'divider' }
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

/** The comments on the section, when there are any: a click shows them, the next one those on all sections. */
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

import Check from '@mui/icons-material/Check';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Collapse from '@mui/material/Collapse';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react';
import { visuallyHidden } from '@/ui/looks';
import { usePrinting } from '@/lib/printing';

interface Props {
  /** The id by which the section is scrolled into view. */
  id?: string;
  title: string;
  /** A summary of the section in a few words. */
  answer?: ReactNode;
  open: boolean;
  onToggle: () => void;
  /** True while the section's comments are shown beside it. */
  chosen?: boolean;
  /** True in a narrow column of a wide screen: the summary is below the title. */
  narrow?: boolean;
  /** True without a frame, in a card with others. */
  bare?: boolean;
  /** True if the reader has read the section, which then has a mark. */
  read?: boolean;
  /** Called when the open section comes into view. */
  onSeen?: () => void;
  /** Shown beside the title, outside the button that opens the section. */
  action?: ReactNode;
  children: ReactNode;
}

export function SectionPanel(props: Props) {
  const { title, answer, open, onToggle, chosen = false, narrow = false, bare = false } = props;
  const { read = false, onSeen, action, children } = props;
  const id = useId();
  const printing = usePrinting();
  const content = useRef<HTMLDivElement>(null);
  const see = useEffectEvent(() => onSeen?.());
  useEffect(() => {
    if (!open || read || !content.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && see(),
      // Without the header and the decision bar.
      { rootMargin: '-80px 0px' },
    );
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [open, read]);
  return (
    <Box
      component="section"
      id={props.id}
      aria-labelledby={`${id}-title`}
      sx={
        bare
          ? { minWidth: 0 }
          : {
              border: 1,
              borderColor: chosen ? 'primary.main' : 'divider',
              borderRadius: 1,
              bgcolor: 'background.paper',
            }
      }
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, pr: 1.5 }}>
        <Typography component="h2" variant="h3" sx={{ flex: 1, minWidth: 0, m: 0 }}>
          <ButtonBase
            id={`${id}-title`}
            aria-expanded={open}
            aria-controls={`${id}-content`}
            aria-describedby={read ? `${id}-read` : undefined}
            onClick={onToggle}
            sx={{
              width: '100%',
              justifyContent: 'flex-start',
              textAlign: 'left',
              gap: 1,
              px: 2,
              py: 1.5,
              font: 'inherit',
              letterSpacing: 'inherit',
              borderRadius: 1,
            }}
          >
            <ExpandMore
              aria-hidden
              sx={{
                color: 'text.secondary',
                transform: open ? 'none' : 'rotate(-90deg)',
                transition: 'transform 150ms',
              }}
            />
            <Box
              component="span"
              sx={{
                flex: 1,
                minWidth: 0,
                display: 'grid',
                gridTemplateColumns: {
                  xs: 'minmax(0, 1fr)',
                  sm: narrow ? undefined : 'minmax(0, 1fr) auto',
                },
                alignItems: 'baseline',
                columnGap: 2,
              }}
            >
              <span>{title}</span>
              {answer && (
                <Typography
                  component="span"
                  variant="body2"
                  color="textSecondary"
                  sx={narrow ? undefined : { maxWidth: { sm: 240 }, textAlign: { sm: 'right' } }}
                >
                  {answer}
                </Typography>
              )}
            </Box>
          </ButtonBase>
        </Typography>
        {onSeen && <ReadMark id={`${id}-read`} shown={read} short={narrow} />}
        {action}
      </Box>
      <Collapse in={open || printing} id={`${id}-content`} unmountOnExit>
        <Box ref={content} sx={{ px: { xs: 2, sm: 3 }, pb: 2, pt: 0.5 }}>
          {children}
        </Box>
      </Collapse>
    </Box>
  );
}

interface MarkProps {
  id: string;
  shown: boolean;
  /** True where there is no room for the word. */
  short: boolean;
}

/** "Read" with a tick. Keeps its room while it is not shown, so that nothing moves. */
function ReadMark({ id, shown, short }: MarkProps) {
  return (
    <Typography
      id={id}
      component="span"
      variant="body2"
      color="textSecondary"
      sx={{
        position: 'relative',
        visibility: shown ? undefined : 'hidden',
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        '@media print': { display: 'none' },
      }}
    >
      <Check aria-hidden sx={{ fontSize: 16 }} />
      <Box
        component="span"
        sx={(theme) =>
          short ? visuallyHidden : { [theme.breakpoints.down('sm')]: visuallyHidden }
        }
      >
        Read
      </Box>
    </Typography>
  );
}

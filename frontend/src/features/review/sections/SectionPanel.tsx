import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Collapse from '@mui/material/Collapse';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
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
  /** Shown beside the title, outside the button that opens the section. */
  action?: ReactNode;
  children: ReactNode;
}

export function SectionPanel(props: Props) {
  const { title, answer, open, onToggle, chosen = false, narrow = false, bare = false } = props;
  const { action, children } = props;
  const id = useId();
  const printing = usePrinting();
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
                gridTemplateColumns: { xs: '1fr', sm: narrow ? '1fr' : 'minmax(0, 1fr) auto' },
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
        {action}
      </Box>
      <Collapse in={open || printing} id={`${id}-content`} unmountOnExit>
        <Box sx={{ px: { xs: 2, sm: 3 }, pb: 2, pt: 0.5 }}>{children}</Box>
      </Collapse>
    </Box>
  );
}

import EventBusyOutlined from '@mui/icons-material/EventBusyOutlined';
import Box from '@mui/material/Box';
import type SvgIcon from '@mui/material/SvgIcon';

/** The icon and colour of the state of a due date. */
export interface DueLook {
  icon: typeof SvgIcon;
  colour: string;
  fontWeight?: number;
}

export const OVERDUE: DueLook = {
  icon: EventBusyOutlined,
  colour: 'error.main',
  fontWeight: 600,
};

interface Props {
  look: DueLook;
  text: string;
}

/** A text about due dates with the icon and colour of a state. */
export function DueNote({ look: { icon: Icon, colour, fontWeight }, text }: Props) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'flex-start',
        gap: 0.5,
        verticalAlign: 'top',
        color: colour,
        fontWeight,
      }}
    >
      <Icon aria-hidden sx={{ flex: 'none', fontSize: '1.15em', mt: '0.15em' }} />
      <span>{text}</span>
    </Box>
  );
}

import BlockOutlined from '@mui/icons-material/BlockOutlined';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import HourglassEmptyOutlined from '@mui/icons-material/HourglassEmptyOutlined';
import PauseCircleOutlined from '@mui/icons-material/PauseCircleOutlined';
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import UndoOutlined from '@mui/icons-material/UndoOutlined';
import Box from '@mui/material/Box';
import type SvgIcon from '@mui/material/SvgIcon';
import type { Theme } from '@mui/material/styles';

/** The states of a stage (2 §4), and Pending, the overall status of a request in progress. */
export type Status =
  'Approved' | 'Denied' | 'Halted' | 'Unattended' | 'Incoming' | 'Recalled' | 'Pending';

export type StatusColourName = keyof Theme['palette']['status'];

/** Colour and icon of each state, shared with the tracking graph. */
export const statusLook: Record<Status, { colour: StatusColourName; icon: typeof SvgIcon }> = {
  Approved: { colour: 'approved', icon: CheckCircleOutlined },
  Denied: { colour: 'denied', icon: BlockOutlined },
  Halted: { colour: 'halted', icon: PauseCircleOutlined },
  Unattended: { colour: 'unattended', icon: HourglassEmptyOutlined },
  Incoming: { colour: 'incoming', icon: ScheduleOutlined },
  Recalled: { colour: 'recalled', icon: UndoOutlined },
  Pending: { colour: 'unattended', icon: HourglassEmptyOutlined },
};

interface LookProps {
  colour: StatusColourName;
  icon: typeof SvgIcon;
  label: string;
}

/** A label with a colour and an icon, for anything that has a state. */
export function StateChip({ colour, icon: Icon, label }: LookProps) {
  return (
    <Box
      component="span"
      sx={(theme) => ({
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        pl: 0.75,
        pr: 1.125,
        py: 0.25,
        borderRadius: 4,
        fontSize: '0.8125rem',
        fontWeight: 600,
        lineHeight: 1.5,
        whiteSpace: 'nowrap',
        color: theme.vars.palette.status[colour].main,
        bgcolor: theme.vars.palette.status[colour].tint,
      })}
    >
      <Icon sx={{ fontSize: 16 }} aria-hidden />
      {label}
    </Box>
  );
}

interface Props {
  status: Status;
  /** Another label for the same state, such as "Submitted". */
  label?: string;
}

export function StatusChip({ status, label = status }: Props) {
  return <StateChip {...statusLook[status]} label={label} />;
}

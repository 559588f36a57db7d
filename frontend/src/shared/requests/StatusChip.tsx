import BlockOutlined from '@mui/icons-material/BlockOutlined';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import HourglassEmptyOutlined from '@mui/icons-material/HourglassEmptyOutlined';
import PauseCircleOutlined from '@mui/icons-material/PauseCircleOutlined';
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import UndoOutlined from '@mui/icons-material/UndoOutlined';
import type SvgIcon from '@mui/material/SvgIcon';
import { StateChip, type StatusColourName } from '@/ui/StateChip';

/** The states of a stage (2 §4), and Pending, the overall status of a request in progress. */
export type Status =
  'Approved' | 'Denied' | 'Halted' | 'Unattended' | 'Incoming' | 'Recalled' | 'Pending';

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

interface Props {
  status: Status;
  /** Another label for the same state, such as "Submitted". */
  label?: string;
}

export function StatusChip({ status, label = status }: Props) {
  return <StateChip {...statusLook[status]} label={label} />;
}

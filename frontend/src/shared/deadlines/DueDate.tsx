import AlarmOutlined from '@mui/icons-material/AlarmOutlined';
import EventAvailableOutlined from '@mui/icons-material/EventAvailableOutlined';
import PauseOutlined from '@mui/icons-material/PauseOutlined';
import type { Due } from '@/api/models';
import { dueText } from '@/lib/requestStatus';
import { DueNote, OVERDUE, type DueLook } from './DueNote';

const ON_TIME: DueLook = { icon: EventAvailableOutlined, colour: 'text.secondary' };

/** States that are not here, such as those of a newer server, look like On time. */
const looks: Readonly<Record<string, DueLook>> = {
  'Due soon': { icon: AlarmOutlined, colour: 'warning.main', fontWeight: 600 },
  Overdue: OVERDUE,
};

const PAUSED: DueLook = { icon: PauseOutlined, colour: 'text.secondary' };

interface Props {
  /** Renders nothing without a due date. */
  due: Due | null | undefined;
  /** True to take the colour of the text around it, such as in a tooltip. */
  plain?: boolean;
  /** True for the state alone, where there is no room for the date. */
  short?: boolean;
}

/** "Due 04 December 2026 · Due soon", or that the clock is paused, with an icon. */
export function DueDate({ due, plain = false, short = false }: Props) {
  if (!due) return null;
  const look = due.on ? (looks[due.state] ?? ON_TIME) : PAUSED;
  const state = due.on ? due.state : 'Paused';
  return (
    <DueNote
      look={plain ? { ...look, colour: 'inherit' } : look}
      text={short ? state : dueText(due)}
    />
  );
}

import EventAvailableOutlined from '@mui/icons-material/EventAvailableOutlined';
import PauseOutlined from '@mui/icons-material/PauseOutlined';
import type { Expected } from '@/api/models';
import { expectedText } from '@/lib/terms';
import { DueNote, OVERDUE, type DueLook } from './DueNote';

const RUNNING: DueLook = { icon: EventAvailableOutlined, colour: 'text.secondary' };
const PAUSED: DueLook = { icon: PauseOutlined, colour: 'text.secondary' };

interface Props {
  /** Renders nothing without an expected day. */
  expected: Expected | null | undefined;
}

/** The day by which the decision on a request is expected, with an icon (decisions N3). */
export function ExpectedDate({ expected }: Props) {
  if (!expected) return null;
  const { on, state } = expected;
  const look = on ? (state === 'Overdue' ? OVERDUE : RUNNING) : PAUSED;
  return <DueNote look={look} text={expectedText(expected)} />;
}

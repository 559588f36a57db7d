import AlarmOutlined from '@mui/icons-material/AlarmOutlined';
import { formatDate } from '@/lib/dates';
import { DueNote, type DueLook } from './DueNote';

const LOOK: DueLook = { icon: AlarmOutlined, colour: 'warning.main', fontWeight: 600 };

interface Props {
  /** The last day for an answer. Renders nothing without one. */
  on: string | null | undefined;
  /** True to say what happens without an answer, where the requester answers. */
  withConsequence?: boolean;
}

/** "Answer by 13 July 2027" with an icon (decisions N4). */
export function AnswerBy({ on, withConsequence = false }: Props) {
  if (!on) return null;
  const day = `Answer by ${formatDate(on)}`;
  const text = withConsequence
    ? `${day}, or the request is recalled. You can resubmit it then.`
    : day;
  return <DueNote look={LOOK} text={text} />;
}

import Link from '@mui/material/Link';
import { Link as RouterLink, type LinkProps } from 'react-router';
import type { RequestCounts } from '@/api/models';
import { overdueText } from '@/lib/requestStatus';
import { DueNote, OVERDUE } from './DueNote';

interface Props {
  /** Undefined while they load. */
  counts: Pick<RequestCounts, 'overdue'> | undefined;
  /** The list of the overdue requests. */
  to: LinkProps['to'];
}

/** "2 overdue", with a link to these requests. Renders nothing if none is overdue. */
export function OverdueCount({ counts, to }: Props) {
  const text = overdueText(counts);
  if (!text) return null;
  return (
    <Link component={RouterLink} to={to} color="error">
      <DueNote look={OVERDUE} text={text} />
    </Link>
  );
}

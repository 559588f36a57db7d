import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { StatusLine } from '@/api/models';
import { PlainList } from '@/ui/PlainList';
import { Prose } from '@/ui/Prose';
import { formatDateTime } from '@/lib/dates';
import { RoleStatusChip } from './RoleStatusChip';

interface Props {
  lines: readonly Pick<StatusLine, 'status' | 'changed_on' | 'changed_by' | 'reason'>[];
  label: string;
}

/** The history of a role's status, newest first: status, time, person and reason. */
export function RoleHistory({ lines, label }: Props) {
  return (
    <PlainList component="ol" reversed aria-label={label} sx={{ display: 'grid', gap: 1.5 }}>
      {lines.map((line, place) => (
        <Box
          component="li"
          // Keys count from the end, because lines are only added at the top.
          key={lines.length - place}
          sx={{ pl: 2, borderLeft: 2, borderColor: 'divider' }}
        >
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
            <RoleStatusChip status={line.status} />
            <Typography component="span" variant="body2" color="textSecondary">
              <time dateTime={line.changed_on}>{formatDateTime(line.changed_on)}</time>
              {line.changed_by && `, by ${line.changed_by.name}`}
            </Typography>
          </Box>
          {line.reason && (
            <Typography variant="body2" sx={{ mt: 0.5 }}>
              <Prose>{line.reason}</Prose>
            </Typography>
          )}
        </Box>
      ))}
    </PlainList>
  );
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { RequestState } from '@/api/models';
import { PlainList } from '@/ui/PlainList';
import { StatusChip } from '@/shared/requests/StatusChip';
import { StageFacts } from './StageFacts';
import { hasLongTimeline, statusOf } from './stageState';
import type { StageTimes } from './stageTimes';

interface Props {
  requestId: number;
  states: readonly RequestState[];
  times: StageTimes;
}

/** The stages of a request as an ordered list, with the same information as the graph. */
export function StageHistory({ requestId, states, times }: Props) {
  return (
    <PlainList component="ol" aria-label="Stages">
      {states.map((stage, index) => (
        <Box
          component="li"
          key={stage.state_id}
          sx={{
            display: 'grid',
            gridTemplateColumns: '28px minmax(0, 1fr) auto',
            columnGap: 1.5,
            py: 1.5,
            borderTop: index === 0 ? 0 : 1,
            borderColor: 'divider',
          }}
        >
          <Typography
            variant="body2"
            color="textSecondary"
            sx={{ fontVariantNumeric: 'tabular-nums', textAlign: 'right' }}
          >
            {index + 1}
          </Typography>
          <Box>
            <Typography sx={{ fontWeight: 600, lineHeight: 1.4 }}>{stage.role}</Typography>
            <StageFacts requestId={requestId} stage={stage} times={times} />
          </Box>
          <Box sx={{ maxWidth: 180 }}>
            <StatusChip
              status={statusOf(stage)}
              label={hasLongTimeline(stage) ? undefined : stage.timeline}
            />
            {hasLongTimeline(stage) && (
              <Typography variant="caption" component="p" color="textSecondary">
                {stage.timeline}
              </Typography>
            )}
          </Box>
        </Box>
      ))}
    </PlainList>
  );
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { RequestState } from '@/api/models';
import { RequestProof } from '@/shared/audit/RequestProof';
import { PlainList } from '@/ui/PlainList';
import { StatusChip } from '@/shared/requests/StatusChip';
import { StageDetails } from './StageDetails';
import { isDecided, statusOf } from './stageState';
import { stageTimeWords, type StageTimes } from './stageTimes';

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
            <Typography component="div" variant="body2" color="textSecondary">
              {stage.stage_activity}
              <StageDetails stage={stage} took={stageTimeWords(stage, times)} />
              {isDecided(stage) && (
                <RequestProof
                  requestId={requestId}
                  act={{ kind: 'request.decided', state: stage.state_id }}
                  of={stage.role}
                />
              )}
            </Typography>
          </Box>
          <Box sx={{ maxWidth: 180 }}>
            <StatusChip
              status={statusOf(stage)}
              label={stage.timeline.length > 20 ? undefined : stage.timeline}
            />
            {stage.timeline.length > 20 && (
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

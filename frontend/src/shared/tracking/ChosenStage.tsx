import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { RequestState } from '@/api/models';
import { RequestProof } from '@/shared/audit/RequestProof';
import { StatusChip } from '@/shared/requests/StatusChip';
import { StageDetails } from './StageDetails';
import { isDecided, statusOf } from './stageState';
import { stageTimeWords, type StageTimes } from './stageTimes';

interface Props {
  requestId: number;
  stage: RequestState;
  times: StageTimes;
}

/** The details of the stage that is chosen in the drawing. */
export function ChosenStage({ requestId, stage, times }: Props) {
  return (
    <Box
      component="section"
      aria-label="Chosen stage"
      aria-live="polite"
      sx={{
        position: 'sticky',
        top: 80,
        p: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        overflowWrap: 'anywhere',
      }}
    >
      <StatusChip
        status={statusOf(stage)}
        label={stage.timeline.length > 20 ? undefined : stage.timeline}
      />
      <Typography sx={{ fontWeight: 600, mt: 1 }}>{stage.role}</Typography>
      <Typography component="div" variant="body2" color="textSecondary">
        {stage.stage_activity}
        {stage.timeline.length > 20 && <div>{stage.timeline}</div>}
        <StageDetails stage={stage} took={stageTimeWords(stage, times)} />
        {isDecided(stage) && (
          <RequestProof
            requestId={requestId}
            act={{ kind: 'request.decided', state: stage.state_id }}
            of={stage.role}
          />
        )}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
        Choose a stage in the drawing to see its details here.
      </Typography>
    </Box>
  );
}

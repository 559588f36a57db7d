import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { RequestState } from '@/api/models';
import { StatusChip } from '@/shared/requests/StatusChip';
import { StageFacts } from './StageFacts';
import { hasLongTimeline, statusOf } from './stageState';
import type { StageTimes } from './stageTimes';

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
        label={hasLongTimeline(stage) ? undefined : stage.timeline}
      />
      <Typography sx={{ fontWeight: 600, mt: 1 }}>{stage.role}</Typography>
      <StageFacts requestId={requestId} stage={stage} times={times}>
        {hasLongTimeline(stage) && <div>{stage.timeline}</div>}
      </StageFacts>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
        Choose a stage in the drawing to see its details here.
      </Typography>
    </Box>
  );
}

import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { RequestState } from '@/api/models';
import { RequestProof } from '@/shared/audit/RequestProof';
import { DueDate } from '@/shared/deadlines/DueDate';
import { StageDetails } from './StageDetails';
import { isDecided } from './stageState';
import { stageTimeWords, type StageTimes } from './stageTimes';

interface Props {
  requestId: number;
  stage: RequestState;
  times: StageTimes;
  /** Shown after the activity. */
  children?: ReactNode;
}

/** The activity of a stage, who decided when and after how long, the due date, and the proof. */
export function StageFacts({ requestId, stage, times, children }: Props) {
  return (
    <Typography component="div" variant="body2" color="textSecondary">
      {stage.stage_activity}
      {children}
      <StageDetails stage={stage} took={stageTimeWords(stage, times)} />
      <DueDate due={stage.due} />
      {isDecided(stage) && (
        <RequestProof
          requestId={requestId}
          act={{ kind: 'request.decided', state: stage.state_id }}
          of={stage.role}
        />
      )}
    </Typography>
  );
}

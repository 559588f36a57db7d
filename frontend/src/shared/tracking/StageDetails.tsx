import Box from '@mui/material/Box';
import type { RequestState } from '@/api/models';
import { Prose } from '@/ui/Prose';
import { formatDateTime, timeAgo } from '@/lib/dates';
import { recallText } from '@/lib/requestStatus';
import { attendantOf } from './stageState';

interface Props {
  stage: RequestState;
  /** "after 2 days": how long the decision took. */
  took?: string;
}

/**
 * Person, time and reason of a response at a stage (2 §2). Used by the graph's tooltip, the panel
 * beside the graph, and the list.
 */
export function StageDetails({ stage, took }: Props) {
  const attendant = attendantOf(stage);
  const recalled = recallText(stage);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.5 }}>
      {attendant && (
        <span>
          {attendant}
          {stage.attended_by?.org_name ? `, ${stage.attended_by.org_name}` : ''}
        </span>
      )}
      {stage.responded_on && (
        <span>
          <time dateTime={stage.responded_on}>{formatDateTime(stage.responded_on)}</time>
          {took && `, ${took}`}
        </span>
      )}
      {!stage.responded_on && stage.unattended_since && (
        <span>Reached this stage {timeAgo(stage.unattended_since)}</span>
      )}
      {recalled && <span>{recalled}</span>}
      {stage.state === 'Denied' && (
        <>
          <Prose label="Reason" none="None provided">
            {stage.reason}
          </Prose>
          <Prose label="Recommendation" none="None provided">
            {stage.recommendation}
          </Prose>
        </>
      )}
    </Box>
  );
}

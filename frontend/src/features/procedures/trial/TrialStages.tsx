import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Trial } from '@/api/models';
import { formatDate } from '@/lib/dates';
import { PlainList } from '@/ui/PlainList';
import { StatusChip } from '@/shared/requests/StatusChip';
import { statusOf } from '@/shared/tracking/stageState';
import { nameOf, type Drawing } from '../drawing/drawing';
import { StageDeciders } from './StageDeciders';

interface Props {
  trial: Trial;
  drawing: Drawing;
  pending: boolean;
  onDecide: (stage: number, approve: boolean) => void;
}

/**
 * Lists the stages in the order in which a request passes them, with their states and due dates, and
 * with decision buttons at those that wait.
 */
export function TrialStages({ trial, drawing, pending, onDecide }: Props) {
  return (
    <PlainList component="ol" aria-label="Stages">
      {trial.stages.map(({ stage_id, state }) => {
        const name = nameOf(drawing, stage_id);
        const asked = trial.asked.find((one) => one.stage_id === stage_id);
        const isOpen = state === 'Unattended' || state === 'Incoming';
        const dueOn = isOpen && trial.due_dates.find((one) => one.stage_id === stage_id)?.on;
        return (
          <Box
            component="li"
            key={stage_id}
            sx={{ py: 1.25, borderTop: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}
          >
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
              <Box sx={{ flex: '1 1 160px', fontWeight: 620 }}>{name}</Box>
              <StatusChip status={statusOf({ state })} />
            </Box>
            {asked && (
              <Box sx={{ fontSize: '0.875rem', color: 'text.secondary', mt: 0.25 }}>
                <StageDeciders asked={asked} />
              </Box>
            )}
            {dueOn && (
              <Box sx={{ fontSize: '0.875rem', color: 'text.secondary', mt: 0.25 }}>
                Due {formatDate(dueOn)} if submitted today
              </Box>
            )}
            {trial.waiting.includes(stage_id) && (
              <Box sx={{ display: 'flex', gap: 1, mt: 1 }}>
                <Button
                  data-decides
                  size="small"
                  variant="contained"
                  aria-label={`Approve ${name}`}
                  disabled={pending}
                  onClick={() => onDecide(stage_id, true)}
                >
                  Approve
                </Button>
                <Button
                  size="small"
                  variant="outlined"
                  color="error"
                  aria-label={`Deny ${name}`}
                  disabled={pending}
                  onClick={() => onDecide(stage_id, false)}
                >
                  Deny
                </Button>
              </Box>
            )}
          </Box>
        );
      })}
    </PlainList>
  );
}

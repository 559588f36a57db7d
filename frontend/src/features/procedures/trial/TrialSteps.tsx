import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Trial } from '@/api/models';
import { PlainList } from '@/ui/PlainList';

type Step = Trial['steps'][number];

interface Props {
  steps: readonly Step[];
  nameOf: (stage: number) => string;
}

/**
 * Lists the results of the submission and of each decision, newest first: changed states and
 * notifications.
 */
export function TrialSteps({ steps, nameOf }: Props) {
  return (
    <PlainList component="ol" aria-label="What happens" reversed>
      {steps.toReversed().map((step, place) => (
        <Box
          component="li"
          key={steps.length - place}
          sx={{ py: 1.25, borderTop: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}
        >
          <Box sx={{ fontWeight: 620 }}>{titleOf(step, nameOf)}</Box>
          {step.releases && <Typography variant="body2">The data counts as released.</Typography>}
          {othersOf(step).length > 0 && (
            <Typography variant="body2" color="textSecondary">
              {othersOf(step)
                .map(({ stage_id, state }) => `${nameOf(stage_id)}: ${state}`)
                .join(', ')}
            </Typography>
          )}
          {step.notified.length > 0 && (
            <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, fontSize: '0.875rem' }}>
              {step.notified.map(({ who, message }, index) => (
                <li key={`${index} ${who}`}>
                  <strong>{who}</strong> is notified: {message}
                </li>
              ))}
            </Box>
          )}
        </Box>
      ))}
    </PlainList>
  );
}

/** Returns the changed stages except the decided one. */
const othersOf = ({ stage, changed }: Step) => changed.filter(({ stage_id }) => stage_id !== stage);

function titleOf({ stage, approve, status }: Step, nameOf: Props['nameOf']): string {
  if (stage == null) return 'The request is submitted';
  const decided = `${nameOf(stage)}: ${approve ? 'approved' : 'denied'}`;
  return status === 'Pending' ? decided : `${decided}. The request is ${status}.`;
}

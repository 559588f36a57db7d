import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { RequestRow } from '@/api/models';
import { formatNumber } from '@/lib/numbers';
import { visuallyHidden } from '@/ui/looks';
import type { StatusColourName } from '@/ui/StateChip';
import { statusLook } from './StatusChip';
import { statusOf } from '@/shared/tracking/stageState';

interface Props {
  progress: NonNullable<RequestRow['progress']>;
}

/**
 * The staff stages of a request in a row: approved ones are filled, the current one has the colour
 * of its state. The number beside it says how many are approved.
 */
export function StageRail({ progress: { done, total, state } }: Props) {
  const current = statusLook[statusOf({ state })].colour;
  const colourAt = (place: number): StatusColourName | undefined =>
    place < done ? 'approved' : place === done ? current : undefined;
  const words = `${formatNumber(done)} of ${formatNumber(total)}`;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, whiteSpace: 'nowrap' }}>
      <Rail
        stages={Array.from({ length: total }, (_, place) => ({
          colour: colourAt(place),
          done: place < done,
        }))}
      />
      <Typography
        variant="body2"
        component="span"
        color="textSecondary"
        sx={{ position: 'relative', fontVariantNumeric: 'tabular-nums' }}
      >
        {words}
        <Box component="span" sx={visuallyHidden}>
          {' stages approved'}
        </Box>
      </Typography>
    </Box>
  );
}

interface RailProps {
  /** A stage without a colour is not reached yet. */
  stages: readonly { colour: StatusColourName | undefined; done: boolean }[];
}

/** The stages of a request in a row, without words. */
export function Rail({ stages }: RailProps) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{ display: 'flex', gap: '3px', width: 76, flexShrink: 0 }}
    >
      {stages.map(({ colour, done }, place) => (
        <Box
          key={place}
          component="span"
          sx={(theme) => ({
            flex: 1,
            height: 8,
            borderRadius: 1,
            border: 1,
            borderColor: colour ? theme.vars.palette.status[colour].main : 'fieldBorder',
            bgcolor: done ? theme.vars.palette.status.approved.main : undefined,
          })}
        />
      ))}
    </Box>
  );
}

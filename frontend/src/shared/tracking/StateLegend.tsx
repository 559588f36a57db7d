import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { PlainList } from '@/ui/PlainList';
import { statusLook, type Status } from '@/shared/requests/StatusChip';

const meanings: readonly (readonly [Exclude<Status, 'Pending'>, string])[] = [
  ['Unattended', 'this stage has to decide now'],
  ['Incoming', 'this stage decides after an earlier one'],
  ['Approved', 'this stage approved the request'],
  ['Denied', 'this stage declined the request, which ended the review'],
  ['Halted', 'this stage no longer decides, because another one declined'],
  ['Recalled', 'the request was recalled before this stage decided'],
];

/** Explains the states of stages. A request whose stages are not all decided is Pending. */
export function StateLegend() {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ mt: 3, '@media print': { mt: 1 } }}>
      <Typography id={id} variant="body2" component="h2" sx={{ fontWeight: 600 }}>
        What the states mean
      </Typography>
      <PlainList
        sx={{
          mt: 0.75,
          display: 'grid',
          gap: 0.75,
          columnGap: 3,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
        }}
      >
        {meanings.map(([state, meaning]) => {
          const { colour, icon: Icon } = statusLook[state];
          return (
            <Typography
              key={state}
              component="li"
              variant="body2"
              color="textSecondary"
              sx={{ display: 'flex', gap: 0.75 }}
            >
              <Icon
                aria-hidden
                sx={(theme) => ({
                  mt: '2px',
                  fontSize: 16,
                  color: theme.vars.palette.status[colour].main,
                })}
              />
              <span>{`${state}: ${meaning}.`}</span>
            </Typography>
          );
        })}
      </PlainList>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.75 }}>
        A request is Pending until its review ends.
      </Typography>
    </Box>
  );
}

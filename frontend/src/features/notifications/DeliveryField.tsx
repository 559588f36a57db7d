import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, type KeyboardEvent } from 'react';
import { deliveries, type Delivery } from './deliveries';

interface Props {
  label: string;
  /** The current choice; empty if the kinds have different ones. */
  value: string;
  onChange: (delivery: Delivery) => void;
  isBold?: boolean;
}

/** Opens the list. By default, an arrow key changes a closed field, and each change is saved. */
function openByArrow(event: KeyboardEvent<HTMLSelectElement>) {
  const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
  if (!isArrow || !('showPicker' in event.currentTarget)) return;
  event.preventDefault();
  event.currentTarget.showPicker();
}

/**
 * A choice of when emails come, with its label beside it, or above it on narrow screens. A browser's
 * own select: there is one for each of some twenty kinds, and phones show it best.
 */
export function DeliveryField({ label, value, onChange, isBold = false }: Props) {
  const id = useId();
  const known = deliveries.find(([delivery]) => delivery === value)?.[0];
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 11rem' },
        alignItems: 'center',
        columnGap: 2,
        rowGap: 0.5,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Typography component="label" htmlFor={id} sx={{ fontWeight: isBold ? 600 : undefined }}>
        {label}
      </Typography>
      <TextField
        select
        id={id}
        size="small"
        value={known ?? ''}
        onChange={({ target }) => {
          const chosen = deliveries.find(([delivery]) => delivery === target.value);
          if (chosen) onChange(chosen[0]);
        }}
        slotProps={{ select: { native: true }, htmlInput: { onKeyDown: openByArrow } }}
      >
        {known === undefined && <option value="">Different choices</option>}
        {deliveries.map(([delivery, name]) => (
          <option key={delivery} value={delivery}>
            {name}
          </option>
        ))}
      </TextField>
    </Box>
  );
}

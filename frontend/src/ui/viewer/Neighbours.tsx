import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { formatNumber } from '@/lib/numbers';

export interface NeighboursProps {
  /** The place of the shown document, from 0. */
  place: number;
  total: number;
  onPlace: (place: number) => void;
}

/** Buttons to the previous and the next document, with the place of the shown one. */
export function Neighbours({ place, total, onPlace }: NeighboursProps) {
  return (
    <Box
      component="nav"
      aria-label="Documents"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, mr: 'auto' }}
    >
      <Button
        size="small"
        startIcon={<ChevronLeft />}
        disabled={place <= 0}
        onClick={() => onPlace(place - 1)}
        aria-label="Previous document"
      >
        Previous
      </Button>
      <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {formatNumber(place + 1)} of {formatNumber(total)}
      </Typography>
      <Button
        size="small"
        endIcon={<ChevronRight />}
        disabled={place >= total - 1}
        onClick={() => onPlace(place + 1)}
        aria-label="Next document"
      >
        Next
      </Button>
    </Box>
  );
}

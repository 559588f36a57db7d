import Box from '@mui/material/Box';
import { HEAD_HEIGHT, ROW_HEIGHT } from './looks';

const LINE = ROW_HEIGHT + 1;

/** Placeholder of a table with `rows` rows: a single element of the table's height. */
export function TableSkeleton({ rows }: { rows: number }) {
  return (
    <Box
      role="status"
      aria-busy="true"
      aria-label="Loading"
      sx={({ vars: { palette } }) => ({
        height: HEAD_HEIGHT + Math.max(1, rows) * LINE + 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        backgroundImage: `repeating-linear-gradient(${palette.divider} 0 1px, transparent 1px ${LINE}px)`,
        backgroundPosition: `0 ${HEAD_HEIGHT}px`,
        backgroundRepeat: 'no-repeat',
      })}
    />
  );
}

import EventBusyOutlined from '@mui/icons-material/EventBusyOutlined';
import Box from '@mui/material/Box';
import { formatNumber } from '@/lib/numbers';
import { visuallyHidden } from './looks';

/** The number of overdue entries beside another count. Screen readers add the word. */
export function OverdueBadge({ count }: { count: number }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.25,
        ml: 2,
        color: 'error.main',
        fontWeight: 600,
        verticalAlign: 'middle',
        whiteSpace: 'nowrap',
      }}
    >
      <EventBusyOutlined aria-hidden sx={{ fontSize: '1.15em' }} />
      <span aria-hidden>{formatNumber(count)}</span>
      <Box component="span" sx={visuallyHidden}>
        , {formatNumber(count)} overdue
      </Box>
    </Box>
  );
}

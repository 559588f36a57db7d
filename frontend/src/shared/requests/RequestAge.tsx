import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import dayjs from 'dayjs';
import type { RequestRow } from '@/api/models';
import { formatDateTime } from '@/lib/dates';
import { formatNumber } from '@/lib/numbers';
import { serverNow } from '@/lib/serverTime';
import { visuallyHidden } from '@/ui/looks';

/** Days after which the age of a pending request is shown in the warm accent, and in bold. */
const WARM = 7;
const LATE = 14;

/**
 * The days since the submission, "12 d". Screen readers get the age in words. Only the age of a
 * pending request is emphasised.
 */
export function RequestAge({ request }: { request: RequestRow }) {
  const { date_created, age, status } = request;
  const days = Math.max(0, dayjs(serverNow()).diff(dayjs(date_created), 'day'));
  const isWarm = status === 'Pending' && days >= WARM;
  return (
    <Tooltip title={`${age}: ${formatDateTime(date_created)}`}>
      <Box
        component="time"
        dateTime={date_created}
        sx={{
          position: 'relative',
          fontSize: '0.875rem',
          fontVariantNumeric: 'tabular-nums',
          whiteSpace: 'nowrap',
          textAlign: { md: 'right' },
          color: isWarm ? 'secondary.main' : 'text.secondary',
          fontWeight: isWarm && days >= LATE ? 700 : 400,
        }}
      >
        <span aria-hidden>{formatNumber(days)} d</span>
        <Box component="span" sx={visuallyHidden}>
          {age}
        </Box>
      </Box>
    </Tooltip>
  );
}

import Box from '@mui/material/Box';
import type { DataRequest } from '@/api/models';
import { statusLook } from '@/shared/requests/StatusChip';
import { Rail } from '@/shared/requests/StageRail';
import { statusOf } from '@/shared/tracking/stageState';
import { count, formatNumber } from '@/lib/numbers';
import { stagesOf } from '@/shared/tracking/stagesOf';

/** The approval chain in one line: a mark for each stage, and "3 of 6 stages approved". */
export function ChainSummary({ request }: { request: DataRequest }) {
  const statuses = stagesOf(request).map(statusOf);
  const approved = statuses.filter((status) => status === 'Approved').length;
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}
    >
      <Rail
        stages={statuses.map((status) => ({
          colour: status === 'Incoming' ? undefined : statusLook[status].colour,
          done: status === 'Approved',
        }))}
      />
      {formatNumber(approved)} of {count(statuses.length, 'stage')} approved
    </Box>
  );
}

import Box from '@mui/material/Box';
import type { DataRequest } from '@/api/models';
import { AnswerBy } from '@/shared/deadlines/AnswerBy';
import { DueDate } from '@/shared/deadlines/DueDate';
import { ExpectedDate } from '@/shared/deadlines/ExpectedDate';
import { statusLine } from '@/lib/requestStatus';

/**
 * The status of a request for staff, with the due date of its most urgent stage, the last day for
 * an answer of the requester, and the day by which the decision is expected.
 */
export function StatusLine({ request }: { request: DataRequest }) {
  return (
    <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
      <span>{statusLine(request)}</span>
      <DueDate due={request.due} />
      <AnswerBy on={request.answer_by} />
      <ExpectedDate expected={request.expected} />
    </Box>
  );
}

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { DialogFrame } from '@/ui/DialogFrame';
import { isNotFound } from '@/api/errors';
import type { Feedback } from '@/api/models';
import { DataItem, DataList } from '@/ui/DataList';
import { Prose } from '@/ui/Prose';
import { formatDate } from '@/lib/dates';
import { fields, questions, type Field } from './questions';
import { feedbackQueries } from './queries';

function answerOf(feedback: Feedback, field: Field): string {
  const answer = feedback[field];
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  return answer ?? '';
}

export function ViewFeedbackDialog({
  requestId,
  onClose,
}: {
  requestId: number;
  onClose: () => void;
}) {
  const titleId = useId();
  const { data, error, refetch } = useQuery(feedbackQueries.detail(requestId));
  // Feedback is deleted after its retention period, but the request is still marked as having
  // feedback.
  const isRemoved = isNotFound(error);
  return (
    <DialogFrame onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>
        View Feedback
        <Typography variant="body2" color="textSecondary">
          {data
            ? `${data.title}: ${data.request_title}, given on ${formatDate(data.date_created)}`
            : `REQ0000${requestId}`}
        </Typography>
      </DialogTitle>
      <DialogContent>
        {isRemoved && <Alert severity="info">This feedback is no longer available.</Alert>}
        {error && !isRemoved && (
          <Alert
            severity="error"
            action={
              <Button color="inherit" size="small" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            Error retrieving Data Request Feedback data
          </Alert>
        )}
        {!data && !error && <Skeleton variant="rounded" height={320} />}
        {data && (
          <DataList label="Feedback">
            {fields.map((field) => (
              <DataItem key={field} name={questions[field].replace(' (optional)', '')}>
                {data[field] == null ? undefined : <Prose>{answerOf(data, field)}</Prose>}
              </DataItem>
            ))}
          </DataList>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} variant="contained" autoFocus>
          Close
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}

import Button from '@mui/material/Button';
import { Link } from 'react-router';
import type { RequestRow } from '@/api/models';
import { paths, requestPath } from '@/app/paths';
import { RequestRows } from '@/shared/requests/RequestRows';
import { formatDate } from '@/lib/dates';
import { openFeedback } from '@/lib/feedbackDialog';

interface Props {
  requests: readonly RequestRow[];
  label: string;
  heading: 'h2' | 'h3';
}

/**
 * Lists a requester's requests: tracking ID, title, ethics letter, state, date needed, expected day
 * and actions (2 §2; decisions N3).
 */
export function RequesterRows(props: Props) {
  return (
    <RequestRows
      {...props}
      areOwn
      name={({ tracking_id }) => tracking_id}
      path={({ request_id }) => requestPath(paths.requesterSingleRequest, request_id)}
      about={({ ethics_approval_letter, needed_on }) =>
        `Ethics approval letter: ${ethics_approval_letter} · Date needed: ${formatDate(needed_on)}`
      }
      // The line may be cut off, and the row shows the age of the request already.
      standing={({ waiting_text, status_text }) =>
        [waiting_text, status_text].filter(Boolean).join(' · ')
      }
      actions={(request) => (
        <>
          {request.status === 'Approved' && <FeedbackButton request={request} />}
          <Button
            component={Link}
            to={requestPath(paths.requesterSingleRequest, request.request_id)}
            size="small"
            variant="outlined"
            aria-label={`View Request ${request.tracking_id}`}
          >
            View Request
          </Button>
        </>
      )}
    />
  );
}

function FeedbackButton({ request }: { request: RequestRow }) {
  const { request_id, tracking_id, has_feedback } = request;
  const words = has_feedback ? 'View Feedback' : 'Provide Feedback';
  return (
    <Button
      size="small"
      variant={has_feedback ? 'text' : 'contained'}
      color="secondary"
      onClick={() => openFeedback(request_id, has_feedback ? 'view' : 'provide')}
      aria-label={`${words} ${tracking_id}`}
    >
      {words}
    </Button>
  );
}

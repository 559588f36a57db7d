import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import type { RequestRow } from '@/api/models';
import { paths, requestPath } from '@/app/paths';
import { StatusChip, type Status } from '@/components/StatusChip';
import { formatDate } from '@/lib/dates';
import { openFeedback } from '@/lib/feedbackDialog';
import { waitingLine } from '../statusLine';

/** A requester's requests: tracking ID, title, ethics letter, state, date needed, and where to go on (2 §2). */
export function RequesterRows({
  requests,
  label,
  heading,
}: {
  requests: readonly RequestRow[];
  label: string;
  heading: 'h2' | 'h3';
}) {
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {requests.map((request) => (
        <Box
          component="li"
          key={request.request_id}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 1fr) 200px auto' },
            alignItems: 'center',
            gap: { xs: 1.25, md: 3 },
            px: 2.5,
            py: 2,
            bgcolor: 'background.paper',
            border: 1,
            borderColor: 'divider',
            '&:not(:first-of-type)': { borderTop: 0 },
            '&:first-of-type': { borderTopLeftRadius: 10, borderTopRightRadius: 10 },
            '&:last-of-type': { borderBottomLeftRadius: 10, borderBottomRightRadius: 10 },
          }}
        >
          <Box sx={{ minWidth: 0 }}>
            <Typography
              variant="body2"
              color="textSecondary"
              sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}
            >
              {request.tracking_id}
            </Typography>
            <Typography variant="h3" component={heading} sx={{ my: 0.25 }}>
              {request.title}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              Ethics approval letter: {request.ethics_approval_letter} · Needed on{' '}
              {formatDate(request.needed_on)}
            </Typography>
          </Box>
          <Box>
            <StatusChip status={request.status as Status} />
            {request.status === 'Pending' && request.waiting_for.length > 0 && (
              <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
                {waitingLine(request.waiting_for, request.waiting_since)}
              </Typography>
            )}
          </Box>
          <Box
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: { md: 'flex-end' } }}
          >
            {request.status === 'Approved' && (
              <Button
                variant={request.has_feedback ? 'text' : 'contained'}
                color="secondary"
                onClick={() =>
                  openFeedback(request.request_id, request.has_feedback ? 'view' : 'provide')
                }
                aria-label={`${request.has_feedback ? 'View Feedback' : 'Provide Feedback'} ${request.tracking_id}`}
              >
                {request.has_feedback ? 'View Feedback' : 'Provide Feedback'}
              </Button>
            )}
            <Button
              component={Link}
              to={requestPath(paths.requesterSingleRequest, request.request_id)}
              variant="outlined"
              aria-label={`View Request ${request.tracking_id}`}
            >
              View Request
            </Button>
          </Box>
        </Box>
      ))}
    </Box>
  );
}

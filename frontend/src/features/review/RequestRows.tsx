import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import type { RequestRow } from '@/api/models';
import { paths, requestPath } from '@/app/paths';
import { StatusChip } from '@/components/StatusChip';
import { statusOf } from '@/components/tracking/stageState';
import { daysAgo, formatDate, formatDateTime } from '@/lib/dates';
import { waitingLine } from './acting';

interface Props {
  requests: readonly RequestRow[];
  label: string;
  /** Where the first button leads, and what it reads; without it there is Track Request alone. */
  view?: { label: string; path: (request: RequestRow) => string };
  /** The level of the titles: below the page's own one, or below the heading of the list. */
  heading?: 'h2' | 'h3';
}

/** Requests as rows that become cards on a phone: what it is, who asks, how long it waits, and where to go on. */
export function RequestRows({ requests, label, view, heading = 'h2' }: Props) {
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {requests.map((request) => (
        <Box
          component="li"
          key={request.request_id}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 1fr) 190px auto' },
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
            <Typography variant="body2" color="textSecondary" component="div">
              <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>
                {request.reference}
              </Box>
              {' · '}
              <Tooltip title={formatDateTime(request.date_created)}>
                <time dateTime={request.date_created}>{daysAgo(request.date_created)}</time>
              </Tooltip>
            </Typography>
            <Typography variant="h3" component={heading} sx={{ my: 0.25 }}>
              {request.title}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {request.requester.fname} {request.requester.sname}, {request.organization.name}
              {request.data_sources.length > 0 && ` · ${request.data_sources.join(', ')}`}
            </Typography>
          </Box>
          <Box>
            <StatusChip status={statusOf({ state: request.status })} />
            <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
              {standing(request)}
            </Typography>
          </Box>
          <Box
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: { md: 'flex-end' } }}
          >
            {view && (
              <Button
                component={Link}
                to={view.path(request)}
                variant="contained"
                aria-label={`${view.label} ${request.reference}`}
              >
                {view.label}
              </Button>
            )}
            <Button
              component={Link}
              to={requestPath(paths.dataRequestTrack, request.request_id)}
              variant={view ? 'text' : 'outlined'}
              aria-label={`Track Request ${request.reference}`}
            >
              Track Request
            </Button>
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function standing(request: RequestRow): string {
  const { status, last_responded_on, waiting_for, waiting_since } = request;
  if (status !== 'Pending') return last_responded_on ? formatDate(last_responded_on) : '';
  return waiting_for.length > 0 ? waitingLine(waiting_for, waiting_since) : '';
}

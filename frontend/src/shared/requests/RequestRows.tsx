import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { RequestRow } from '@/api/models';
import { PlainList } from '@/ui/PlainList';
import { StatusChip } from './StatusChip';
import { statusOf } from '@/shared/tracking/stageState';

interface Props {
  requests: readonly RequestRow[];
  label: string;
  /** Level of the titles: below the page's title, or below the heading of the list. */
  heading: 'h2' | 'h3';
  /** Names the request as this page does: by tracking ID or reference. */
  name: (request: RequestRow) => string;
  /** Returns the path that the title links to. */
  path: (request: RequestRow) => string;
  aside?: (request: RequestRow) => ReactNode;
  /** Renders a one-line summary. */
  about: (request: RequestRow) => ReactNode;
  /** Returns the next reviewer or the end of the request; empty for none. */
  standing: (request: RequestRow) => string;
  actions: (request: RequestRow) => ReactNode;
}

/** A list of requests with summary, status and buttons. On a phone, the rows are cards. */
export function RequestRows({ requests, label, ...parts }: Props) {
  return (
    <PlainList aria-label={label}>
      {requests.map((request) => (
        <Row key={request.request_id} request={request} {...parts} />
      ))}
    </PlainList>
  );
}

type RowProps = Omit<Props, 'requests' | 'label'> & { request: RequestRow };

function Row({ request, heading, name, path, aside, about, standing, actions }: RowProps) {
  const stands = standing(request);
  return (
    <Box
      component="li"
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
        <Typography variant="body2" color="textSecondary" component="div">
          <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>
            {name(request)}
          </Box>
          {aside?.(request)}
        </Typography>
        <Typography variant="h3" component={heading} sx={{ my: 0.25, overflowWrap: 'anywhere' }}>
          <Link component={RouterLink} to={path(request)} color="inherit" underline="hover">
            {request.title}
          </Link>
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {about(request)}
        </Typography>
      </Box>
      <Box>
        <StatusChip status={statusOf({ state: request.status })} />
        {stands && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
            {stands}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: { md: 'flex-end' } }}>
        {actions(request)}
      </Box>
    </Box>
  );
}

import PriorityHighOutlined from '@mui/icons-material/PriorityHighOutlined';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { RequestRow } from '@/api/models';
import { PlainList } from '@/ui/PlainList';
import { RequestAge } from './RequestAge';
import { StageRail } from './StageRail';
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
  /** Renders the facts after the name, in one line. */
  about: (request: RequestRow) => ReactNode;
  /** Returns the next reviewer or the end of the request; empty for none. */
  standing: (request: RequestRow) => string;
  actions: (request: RequestRow) => ReactNode;
}

/**
 * A list of requests with facts, status, progress, age and actions. All rows share the columns of
 * the list. On a phone, a row has its title, one line of facts, and the rail with age and status;
 * below are the next reviewer and the actions.
 */
export function RequestRows({ requests, label, ...parts }: Props) {
  return (
    <PlainList
      aria-label={label}
      sx={{
        display: 'grid',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          md: 'minmax(0, 1fr) fit-content(290px) auto auto auto',
        },
        columnGap: 2.5,
      }}
    >
      {requests.map((request) => (
        <Row key={request.request_id} request={request} {...parts} />
      ))}
    </PlainList>
  );
}

type RowProps = Omit<Props, 'requests' | 'label'> & { request: RequestRow };

function Row({ request, heading, name, path, about, standing, actions }: RowProps) {
  const stands = standing(request);
  return (
    <Box
      component="li"
      sx={{
        display: { xs: 'flex', md: 'grid' },
        flexWrap: 'wrap',
        gridColumn: '1 / -1',
        gridTemplateColumns: 'subgrid',
        alignItems: 'center',
        columnGap: { xs: 1.5, md: 2.5 },
        rowGap: 0.75,
        minHeight: { md: 60 },
        px: 2,
        py: { xs: 1.5, md: 0.75 },
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'divider',
        '&:not(:first-of-type)': { borderTop: 0 },
        '&:first-of-type': { borderTopLeftRadius: 10, borderTopRightRadius: 10 },
        '&:last-of-type': { borderBottomLeftRadius: 10, borderBottomRightRadius: 10 },
      }}
    >
      <Box sx={{ minWidth: 0, flexBasis: '100%' }}>
        <Typography
          variant="h3"
          component={heading}
          sx={{ fontSize: '1rem', lineHeight: 1.4, overflowWrap: 'anywhere' }}
        >
          <Link component={RouterLink} to={path(request)} color="inherit" underline="hover">
            {request.title}
          </Link>
        </Typography>
        <Typography
          variant="body2"
          color="textSecondary"
          component="div"
          sx={{
            whiteSpace: { xs: 'nowrap', md: 'normal' },
            overflow: { xs: 'hidden', md: 'visible' },
            textOverflow: 'ellipsis',
            '@media print': { whiteSpace: 'normal', overflow: 'visible' },
          }}
        >
          <Box
            component="span"
            sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600, whiteSpace: 'nowrap' }}
          >
            {name(request)}
          </Box>
          {' · '}
          {about(request)}
        </Typography>
      </Box>
      <Box sx={{ display: { xs: 'contents', md: 'block' } }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, order: { xs: 3, md: 0 } }}>
          <StatusChip status={statusOf({ state: request.status })} />
          {request.blocked_until && <ActionRequiredChip />}
        </Box>
        {stands && (
          <Typography
            variant="body2"
            color="textSecondary"
            sx={{
              mt: { md: 0.25 },
              order: { xs: 4, md: 0 },
              flex: { xs: '1 1 160px', md: 'none' },
            }}
          >
            {stands}
          </Typography>
        )}
      </Box>
      <Box sx={{ order: { xs: 1, md: 0 } }}>
        {request.progress && <StageRail progress={request.progress} />}
      </Box>
      <Box sx={{ order: { xs: 2, md: 0 }, textAlign: { md: 'right' } }}>
        <RequestAge request={request} />
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: { xs: 'wrap', md: 'nowrap' },
          gap: 0.5,
          order: { xs: 5, md: 0 },
          justifyContent: { md: 'flex-end' },
        }}
      >
        {actions(request)}
      </Box>
    </Box>
  );
}

/** Marks a request that waits for its requester (decisions C16). */
function ActionRequiredChip() {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.25,
        pl: 0.5,
        pr: 1,
        py: 0.25,
        borderRadius: 4,
        fontSize: '0.8125rem',
        fontWeight: 600,
        lineHeight: 1.5,
        whiteSpace: 'nowrap',
        color: 'secondary.contrastText',
        bgcolor: 'secondary.main',
      }}
    >
      <PriorityHighOutlined sx={{ fontSize: 16 }} aria-hidden />
      Action required
    </Box>
  );
}

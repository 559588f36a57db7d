import PriorityHighOutlined from '@mui/icons-material/PriorityHighOutlined';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { RequestRow } from '@/api/models';
import { clampLines } from '@/ui/looks';
import { PlainList } from '@/ui/PlainList';
import { AnswerBy } from '@/shared/deadlines/AnswerBy';
import { DueDate } from '@/shared/deadlines/DueDate';
import { ExpectedDate } from '@/shared/deadlines/ExpectedDate';
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
  /** Returns the facts after the name, in one line. */
  about: (request: RequestRow) => string;
  /** Returns the next reviewer or the end of the request; empty for none. */
  standing: (request: RequestRow) => string;
  /** True for the reader's own requests, which have an expected day instead of due dates. */
  areOwn?: boolean;
  actions: (request: RequestRow) => ReactNode;
}

/** One line that ends with an ellipsis. The full text is the tooltip. */
const oneLine = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '@media print': { whiteSpace: 'normal', overflow: 'visible' },
} as const;

/**
 * A list of requests. On a wide window, a row has two lines: title, status, progress and age, with
 * the facts and the next reviewer below, and the actions beside both. A due date, or the last day for
 * an answer with the expected day, has a line of its own above the next reviewer. All rows share the
 * columns of the list. On a narrow window, a row has its title, one line of facts, and the rail with
 * age and status; below are those dates, the next reviewer and the actions.
 */
export function RequestRows({ requests, label, ...parts }: Props) {
  return (
    <PlainList
      aria-label={label}
      sx={{
        display: 'grid',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          lg: 'minmax(0, 1fr) minmax(140px, auto) auto auto auto',
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

function Row({ request, heading, name, path, about, standing, areOwn, actions }: RowProps) {
  const stands = standing(request);
  const facts = about(request);
  const hasDate = Boolean(areOwn ? (request.expected ?? request.answer_by) : request.due);
  const lines = hasDate ? 3 : 2;
  return (
    <Box
      component="li"
      sx={{
        display: { xs: 'flex', lg: 'grid' },
        flexWrap: 'wrap',
        gridColumn: '1 / -1',
        gridTemplateColumns: 'subgrid',
        alignItems: 'center',
        columnGap: { xs: 1.5, lg: 2.5 },
        rowGap: { xs: 0.75, lg: 0.25 },
        minHeight: { lg: 56 },
        px: 2,
        py: { xs: 1.5, lg: 0.75 },
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'divider',
        '&:not(:first-of-type)': { borderTop: 0 },
        '&:first-of-type': { borderTopLeftRadius: 10, borderTopRightRadius: 10 },
        '&:last-of-type': { borderBottomLeftRadius: 10, borderBottomRightRadius: 10 },
      }}
    >
      <Box sx={{ minWidth: 0, flexBasis: '100%', gridRow: `span ${lines}` }}>
        <Typography variant="h3" component={heading} sx={{ fontSize: '1rem', lineHeight: 1.4 }}>
          <Link
            component={RouterLink}
            to={path(request)}
            title={request.title}
            color="inherit"
            underline="hover"
            sx={{
              ...clampLines(2),
              width: 'fit-content',
              maxWidth: '100%',
              WebkitLineClamp: { lg: 1 },
            }}
          >
            {request.title}
          </Link>
        </Typography>
        <Typography
          variant="body2"
          color="textSecondary"
          component="div"
          title={`${name(request)} · ${facts}`}
          sx={oneLine}
        >
          <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>
            {name(request)}
          </Box>
          {` · ${facts}`}
        </Typography>
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: { xs: 'wrap', lg: 'nowrap' },
          gap: 0.75,
          order: { xs: 3, lg: 0 },
          gridColumn: 2,
        }}
      >
        <StatusChip status={statusOf({ state: request.status })} />
        {request.blocked_until && <ActionRequiredChip />}
      </Box>
      {hasDate && (
        <Box
          sx={{
            order: { xs: 3, lg: 0 },
            flexBasis: '100%',
            gridColumn: '2 / span 3',
            gridRow: 2,
            // The text takes the width of the columns above and does not widen them.
            width: { lg: 0 },
            minWidth: { lg: '100%' },
            fontSize: { xs: '0.875rem', lg: '0.8125rem' },
          }}
        >
          {areOwn ? (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
              <AnswerBy on={request.answer_by} />
              <ExpectedDate expected={request.expected} />
            </Box>
          ) : (
            <DueDate due={request.due} />
          )}
        </Box>
      )}
      {stands && (
        <Typography
          variant="body2"
          color="textSecondary"
          title={stands}
          sx={{
            order: { xs: 4, lg: 0 },
            flex: '1 1 160px',
            gridColumn: '2 / span 3',
            gridRow: lines,
            // The text takes the width of the columns above and does not widen them.
            width: { lg: 0 },
            minWidth: { lg: '100%' },
            fontSize: { lg: '0.8125rem' },
            ...oneLine,
            whiteSpace: { xs: 'normal', lg: 'nowrap' },
          }}
        >
          {stands}
        </Typography>
      )}
      <Box sx={{ order: { xs: 1, lg: 0 }, gridColumn: 3, gridRow: 1 }}>
        {request.progress && <StageRail progress={request.progress} />}
      </Box>
      <Box sx={{ order: { xs: 2, lg: 0 }, gridColumn: 4, gridRow: 1, textAlign: { lg: 'right' } }}>
        <RequestAge request={request} />
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: { xs: 'wrap', lg: 'nowrap' },
          gap: 0.5,
          order: { xs: 5, lg: 0 },
          gridColumn: 5,
          gridRow: `1 / span ${lines}`,
          justifyContent: { lg: 'flex-end' },
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

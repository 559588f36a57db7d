import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import type { OwnTask } from '@/api/models';
import { paths, requestPath } from '@/app/paths';
import { LoadFailed } from '@/ui/LoadFailed';
import { PlainList } from '@/ui/PlainList';
import { AnswerBy } from '@/shared/deadlines/AnswerBy';
import { openFeedback } from '@/lib/feedbackDialog';

/** Lists the requests that wait for the user (decisions C16). Renders nothing if there are none. */
export function NeedsYou({ tasks }: { tasks: UseQueryResult<readonly OwnTask[]> }) {
  const { data, error, refetch } = tasks;
  if (error && !data) {
    return (
      <Box sx={{ mb: 4 }}>
        <LoadFailed error={error} onRetry={() => void refetch()} />
      </Box>
    );
  }
  if (!data || data.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="needs-you" sx={{ mb: 4 }}>
      <Typography id="needs-you" variant="h2" sx={{ mb: 1.5 }}>
        Needs you ({data.length})
      </Typography>
      <PlainList aria-labelledby="needs-you">
        {data.map((task) => (
          <Row key={task.request_id} task={task} />
        ))}
      </PlainList>
    </Box>
  );
}

function Row({ task }: { task: OwnTask }) {
  const { request_id, tracking_id, title, kind, text, answer_by } = task;
  const path = requestPath(paths.requesterSingleRequest, request_id);
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        px: 2.5,
        py: 1.5,
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'secondary.main',
        borderRadius: 1,
        '& + &': { mt: 1 },
      }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography variant="h3" sx={{ overflowWrap: 'anywhere' }}>
          <Link component={RouterLink} to={path} color="inherit" underline="hover">
            {title}
          </Link>
        </Typography>
        <Typography
          variant="body2"
          component="div"
          color="textSecondary"
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}
        >
          <span>
            {tracking_id} ·{' '}
            <Box component="span" sx={{ color: 'secondary.main', fontWeight: 600 }}>
              {text}
            </Box>
          </span>
          <AnswerBy on={answer_by} />
        </Typography>
      </Box>
      {kind === 'action' ? (
        <Button
          component={RouterLink}
          to={path}
          variant="contained"
          color="secondary"
          aria-label={`See what is required ${tracking_id}`}
        >
          See what is required
        </Button>
      ) : (
        <Button
          variant="outlined"
          color="secondary"
          onClick={() => openFeedback(request_id, 'provide')}
          aria-label={`Give feedback ${tracking_id}`}
        >
          Give feedback
        </Button>
      )}
    </Box>
  );
}

import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { downloadRequest } from '@/api/documents';
import type { DataRequest, RequestState } from '@/api/models';
import { paths, requestPath } from '@/app/paths';
import { CopyButton } from '@/ui/CopyButton';
import { cardSx } from '@/ui/looks';
import { useExport } from '@/shared/requests/useExport';
import { stagesOf } from '@/shared/tracking/stagesOf';
import { count } from '@/lib/numbers';
import { outlookOf } from '../queries';

/** "The Data Access Reviewer of Ministry of Health decides first." */
function decidesFirst(stages: readonly RequestState[]): string | undefined {
  const first = stages.filter(({ state }) => state === 'Unattended');
  if (first.length === 0) return undefined;
  const names = first.map(({ role, organisation }) => `the ${role} of ${organisation}`);
  const named = names.join(' and ').replace(/^t/, 'T');
  return `${named} ${first.length === 1 ? 'decides' : 'decide'} first.`;
}

/**
 * Confirms the submission of a request: its reference, what happens next, and where to go. A
 * parameter of the address shows it, so that it survives a reload and Back.
 */
export function SubmittedPanel({ request }: { request: DataRequest }) {
  const { request_id, tracking_id } = request;
  const outlook = useQuery(outlookOf(request_id)).data;
  const download = useExport(() => downloadRequest(request_id));
  const stages = stagesOf(request);
  const first = decidesFirst(stages);
  return (
    <Box
      component="section"
      aria-labelledby="request-submitted"
      sx={{
        ...cardSx,
        mb: 3,
        borderColor: 'success.main',
        borderLeftWidth: 6,
        overflowWrap: 'anywhere',
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <CheckCircleOutlined color="success" aria-hidden />
        <Typography id="request-submitted" variant="h2">
          Request submitted
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1 }}>
        <span>Your reference:</span>
        <Box
          component="strong"
          sx={{ fontSize: '1.25rem', fontVariantNumeric: 'tabular-nums', letterSpacing: '0.02em' }}
        >
          {tracking_id}
        </Box>
        <CopyButton text={tracking_id} what="the reference" />
      </Box>
      <Typography variant="h3" sx={{ mt: 2, mb: 0.5 }}>
        What happens next
      </Typography>
      <Typography>{first} Your request goes through these stages:</Typography>
      <Box component="ol" sx={{ my: 1, pl: 3 }}>
        {stages.map(({ state_id, role, organisation }) => (
          <li key={state_id}>
            {role}{' '}
            <Typography component="span" variant="body2" color="textSecondary">
              {organisation}
            </Typography>
          </li>
        ))}
      </Box>
      {typeof outlook?.usual_days === 'number' && (
        <Typography>
          Half of the last requests were decided within {count(outlook.usual_days, 'day')}.
        </Typography>
      )}
      {outlook?.by_mail && <Typography>You get an email about each decision.</Typography>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
        <Button
          component={Link}
          to={`${requestPath(paths.requesterSingleRequest, request_id)}&tab=track`}
          variant="contained"
        >
          Track this request
        </Button>
        <Button
          variant="outlined"
          startIcon={<FileDownloadOutlined />}
          loading={download.isPending}
          loadingPosition="start"
          onClick={() => download.mutate()}
        >
          Export as PDF
        </Button>
        <Button component={Link} to={paths.requesterHome} variant="outlined">
          Go to home
        </Button>
      </Box>
    </Box>
  );
}

import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { paths } from '@/app/paths';
import { LoadFailed } from '@/ui/LoadFailed';
import { isText } from '@/lib/shape';
import { readStored, store } from '@/lib/stored';
import { reviewQueries } from './queries';

const ways: Record<string, string> = {
  ethics_committee: 'Add an ethics committee',
  equipment_type: 'Add an equipment type',
  data_source: 'Add or publish a data source',
  published_table: 'Add or publish tables',
  approval_procedure: 'Go to the approval procedures',
  organisation_role: 'Add the organisation role',
  assigned_role: 'Go to the organisations',
};

/** Notes in this browser that something was missing, so that the completion is announced once. */
const STORED = 'aditus.firstRequest';

/**
 * Lists the missing prerequisites of a first request. Once there are none, it says so and links to
 * next steps (decisions RD1).
 */
export function SetupChecklist() {
  const { data, error, refetch } = useQuery(reviewQueries.firstRequest());
  const isMissing = data && data.length > 0;
  useEffect(() => {
    if (isMissing) store('localStorage', STORED, 'missing');
  }, [isMissing]);
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (!isMissing) return <Ready />;
  const lacksPeople = data.some(({ kind }) => kind === 'assigned_role');
  return (
    <Box component="section" aria-labelledby="first-request" sx={{ mb: 4 }}>
      <Typography variant="h2" id="first-request" sx={{ mb: 1.5 }}>
        Before Data Requests can be made
      </Typography>
      <Alert severity="info" sx={{ '& .MuiAlert-message': { minWidth: 0 } }}>
        Add what is missing, in this order.
        <Box
          component="ol"
          aria-labelledby="first-request"
          sx={{ m: 0, mt: 1, pl: 3, display: 'grid', gap: 1, overflowWrap: 'anywhere' }}
        >
          {data.map(({ kind, message, page }) => (
            <li key={message}>
              {message}{' '}
              <Link component={RouterLink} to={page} underline="always">
                {ways[kind] ?? 'Add it'}
              </Link>
            </li>
          ))}
        </Box>
        {lacksPeople && (
          <Typography variant="body2" sx={{ mt: 1.5 }}>
            People first choose Sign Up on the{' '}
            <Link component={RouterLink} to={paths.home} underline="always">
              landing page
            </Link>
            , give the organisation named above, and request the role. Then appoint an Admin of the
            organisation, who grants its roles. Until it has an Admin, you grant them: you get an
            email, and the request appears here.
          </Typography>
        )}
      </Alert>
    </Box>
  );
}

/** Announces that the list is complete, in the browser that showed it. */
function Ready() {
  const [isShown, setShown] = useState(
    () => readStored('localStorage', STORED, isText) !== undefined,
  );
  if (!isShown) return null;
  const close = () => {
    store('localStorage', STORED, undefined);
    setShown(false);
  };
  return (
    <Alert severity="success" role="status" onClose={close} sx={{ mb: 4 }}>
      <AlertTitle>Data Requests can be made now</AlertTitle>
      Everything is set up. You can{' '}
      <Link component={RouterLink} to={paths.superUserApprovalProcedure} underline="always">
        try the approval procedure
      </Link>{' '}
      before the first Data Request arrives, look at{' '}
      <Link component={RouterLink} to={paths.dataSource} underline="always">
        the data dictionary as guests see it
      </Link>
      , and tell researchers where to sign up.
    </Alert>
  );
}

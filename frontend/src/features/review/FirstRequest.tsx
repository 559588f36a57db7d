import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import { LoadFailed } from '@/components/LoadFailed';
import { reviewQueries } from './queries';

/** What the page is called where something is added. */
const ways: Record<string, string> = {
  ethics_committee: 'Add an ethics committee',
  equipment_type: 'Add an equipment type',
  data_source: 'Add or publish a data source',
  approval_procedure: 'Go to the approval procedures',
  organisation_role: 'Add the organisation role',
  assigned_role: 'Go to the organisations',
};

/** What is missing before a first request can be submitted and decided; nothing at all once it can (RD1). */
export function FirstRequest() {
  const { data, error, refetch } = useQuery(reviewQueries.firstRequest());
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  const lacksPeople = data.some(({ kind }) => kind === 'assigned_role');
  return (
    <Box component="section" aria-labelledby="first-request" sx={{ mb: 4 }}>
      <Typography variant="h2" id="first-request" sx={{ mb: 1.5 }}>
        Before Data Requests can be made
      </Typography>
      <Alert severity="info" sx={{ '& .MuiAlert-message': { minWidth: 0 } }}>
        This is missing. It is best added in this order.
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
            Whoever is to hold a role signs up and requests it. The Admin of the organisation grants
            it, and you do where there is none: you are told by mail, and it waits for you here.
          </Typography>
        )}
      </Alert>
    </Box>
  );
}

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import { paths } from '@/app/paths';
import { LoadFailed } from '@/components/LoadFailed';
import { reviewQueries } from './queries';

/** Where what is missing is added, and what that place is called. */
const ways: Record<string, { to: string; title: string }> = {
  ethics_committee: {
    to: `${paths.superUserReferenceData}?tab=committees`,
    title: 'Add an ethics committee',
  },
  equipment_type: {
    to: `${paths.superUserReferenceData}?tab=equipment`,
    title: 'Add an equipment type',
  },
  data_source: { to: paths.superUserDataDictionary, title: 'Add or publish a data source' },
  approval_procedure: {
    to: paths.superUserApprovalProcedure,
    title: 'Go to the approval procedures',
  },
  organisation_role: { to: paths.superUserOrganisationRoles, title: 'Add the organisation role' },
  assigned_role: { to: paths.superUserOrganisation, title: 'Assign the role' },
};

/** What is missing before a first request can be submitted and decided; nothing at all once it can (RD1). */
export function FirstRequest() {
  const { data, error, refetch } = useQuery(reviewQueries.firstRequest());
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
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
          {data.map(({ kind, message }) => {
            const way = ways[kind];
            return (
              <li key={message}>
                {message}{' '}
                {way && (
                  <Link component={RouterLink} to={way.to}>
                    {way.title}
                  </Link>
                )}
              </li>
            );
          })}
        </Box>
      </Alert>
    </Box>
  );
}

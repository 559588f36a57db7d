import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import { accountPath } from '@/app/paths';
import { EntryList } from '@/shared/audit/EntryList';
import { cardSx } from '@/ui/looks';
import { auditQueries } from './queries';

/**
 * Lists the user's own acts, sign-ins with their devices, and acts of others on the account
 * (decisions P6).
 */
export function OwnActivity() {
  const query = useInfiniteQuery(auditQueries.activity());
  return (
    <Box component="section" aria-labelledby="own-activity">
      <Typography variant="h2" id="own-activity">
        Your activity
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        If you find something here that you didn&rsquo;t do,{' '}
        <Link component={RouterLink} to={accountPath('security')} underline="always">
          end the session and change your password
        </Link>
        .
      </Typography>
      <Box sx={{ ...cardSx, py: 1 }}>
        <EntryList
          label="Your activity"
          query={query}
          empty="No activity of your account is recorded yet."
        />
      </Box>
    </Box>
  );
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '@/api/session';
import { cardSx } from '@/ui/looks';
import { PageHeader } from '@/ui/PageHeader';
import { RevealWhenSettled } from '@/ui/RevealWhenSettled';
import { requestQueries } from '@/shared/requests/queries';
import { ContinueDrafts } from './ContinueDrafts';
import { CreateRequestButton } from './CreateRequestButton';
import { NeedsYou } from './NeedsYou';
import { RequesterTabs } from './RequesterTabs';
import { useDrafts } from './useDrafts';

/**
 * /requester/home: what waits for the user, drafts, a button to start a request, and the user's
 * requests by status (2 §2).
 */
export default function RequesterHomePage() {
  const session = useSession();
  const tasks = useQuery(requestQueries.ownTasks());
  const loaded = useDrafts();
  const drafts = loaded.data ?? [];
  return (
    <>
      <PageHeader
        title={`Welcome, ${session?.user.fname ?? ''}`}
        purpose="Ask for data, follow your requests through the review, and tell us how it went."
      />
      <NeedsYou tasks={tasks} />
      {drafts.length > 0 && (
        <Box component="section" aria-labelledby="drafts" sx={{ ...cardSx, mb: 4 }}>
          <Typography id="drafts" variant="h2" sx={{ mb: 1 }}>
            Not submitted
          </Typography>
          <ContinueDrafts drafts={drafts} label="Not submitted" />
        </Box>
      )}
      <RevealWhenSettled above={[tasks, loaded]}>
        <Box
          component="section"
          aria-labelledby="create-request"
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 2,
            p: 3,
            mb: 4,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            bgcolor: 'quiet',
          }}
        >
          <Box sx={{ flex: '1 1 320px' }}>
            <Typography id="create-request" variant="h2">
              Create Data Request
            </Typography>
            <Typography color="textSecondary" sx={{ mt: 0.5 }}>
              Have the ethics approval letter, the data sharing agreement and the identification of
              your staff at hand. You can stop at any time: your draft is saved under My Data
              Requests.
            </Typography>
          </Box>
          <CreateRequestButton drafts={drafts} />
        </Box>
        <Typography variant="h2" sx={{ mb: 1 }}>
          Your data requests
        </Typography>
        <RequesterTabs
          heading="h3"
          defaultTab="pending"
          emptyAction={
            <Typography variant="body2" color="textSecondary">
              Use Create Data Request to begin.
            </Typography>
          }
        />
      </RevealWhenSettled>
    </>
  );
}

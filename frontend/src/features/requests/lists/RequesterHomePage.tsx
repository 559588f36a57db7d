import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useSession } from '@/api/session';
import { PageHeader } from '@/ui/PageHeader';
import { CreateRequestButton } from './CreateRequestButton';
import { RequesterTabs } from './RequesterTabs';

/** /requester/home: starts a request, and lists the user's requests by status (2 §2). */
export default function RequesterHomePage() {
  const session = useSession();
  return (
    <>
      <PageHeader
        title={`Welcome, ${session?.user.fname ?? ''}`}
        purpose="Ask for data, follow your requests through the review, and tell us how it went."
      />
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
        <CreateRequestButton />
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
    </>
  );
}

import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { RevealWhenSettled } from '@/ui/RevealWhenSettled';
import { PageHeader } from '@/ui/PageHeader';
import { SetupChecklist } from './SetupChecklist';
import { reviewQueries } from './queries';
import { PlatformFigures } from './PlatformFigures';
import { RequestTabs } from './RequestTabs';
import { PendingTasks } from './PendingTasks';

/** /superuser/home: figures, tasks, and all requests by overall status (3 §2.4). */
export default function SuperUserHomePage() {
  const notes = [useQuery(reviewQueries.firstRequest()), useQuery(reviewQueries.whatWaits())];
  return (
    <>
      <PageHeader
        title="Platform"
        purpose="See how requests are doing, and what you need to do. The roles of the approval chain decide on requests."
      />
      <PlatformFigures />
      <SetupChecklist />
      <PendingTasks />
      <RevealWhenSettled above={notes}>
        <Typography variant="h2" sx={{ mb: 1 }}>
          All data requests
        </Typography>
        <RequestTabs heading="h3" />
      </RevealWhenSettled>
    </>
  );
}

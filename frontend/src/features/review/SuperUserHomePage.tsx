import { useQuery } from '@tanstack/react-query';
import { RevealWhenSettled } from '@/ui/RevealWhenSettled';
import { PageHeader } from '@/ui/PageHeader';
import { SetupChecklist } from './SetupChecklist';
import { reviewQueries } from './queries';
import { RequestTabs } from './RequestTabs';
import { PendingTasks } from './PendingTasks';

/** /superuser/home: all requests by overall status (3 §2.4). */
export default function SuperUserHomePage() {
  const notes = [useQuery(reviewQueries.firstRequest()), useQuery(reviewQueries.whatWaits())];
  return (
    <>
      <PageHeader
        title="All data requests"
        purpose="You see every request of the platform. Decisions and comments are for the roles of the approval chain."
      />
      <SetupChecklist />
      <PendingTasks />
      <RevealWhenSettled above={notes}>
        <RequestTabs />
      </RevealWhenSettled>
    </>
  );
}

import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { useRole } from '@/api/session';
import { paths } from '@/app/paths';
import { PageHeader } from '@/ui/PageHeader';
import { RequestTabs } from './RequestTabs';

/**
 * /datarequests: the requests that go through the user's stage, or all requests for a Super User
 * (2 §2).
 */
export default function DataRequestsPage() {
  const isSuperUser = useRole() === 'Super User';
  return (
    <>
      <PageHeader
        title="Data Requests"
        purpose={
          isSuperUser
            ? 'All requests, at any stage.'
            : 'Requests that go through your stage of the approval chain.'
        }
        action={
          <Button component={Link} to={paths.dataRequestsTrack} variant="outlined">
            Request Histories
          </Button>
        }
      />
      <RequestTabs />
    </>
  );
}

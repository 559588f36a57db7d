import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { PageHeader } from '@/components/PageHeader';
import { RequestTabs } from './RequestTabs';

/** /datarequests: the requests that pass one's own stage (2 §2). */
export default function DataRequestsPage() {
  return (
    <>
      <PageHeader
        title="Data Requests"
        purpose="Requests that pass your stage of the approval chain. The oldest stands first."
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

import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { RevealWhenSettled } from '@/ui/RevealWhenSettled';
import { PageHeader } from '@/ui/PageHeader';
import { openDraft } from '@/lib/openDraft';
import { Drafts } from './Drafts';
import { RequesterTabs } from './RequesterTabs';
import { useDrafts } from './useDrafts';

/** /requester/myrequests: all requests of the user, with a search (2 §2). */
export default function MyRequestsPage() {
  const drafts = useDrafts();
  const create = (
    <Button
      component={Link}
      to={paths.dataSource}
      variant="contained"
      startIcon={<AddIcon />}
      onClick={openDraft.leave}
    >
      Create Request
    </Button>
  );
  return (
    <>
      <PageHeader
        title="My Data Requests"
        purpose="Your drafts and submitted requests, with their status."
        action={create}
      />
      <Drafts drafts={drafts} />
      <RevealWhenSettled above={[drafts]}>
        <RequesterTabs heading="h2" defaultTab="all" emptyAction={create} withSearch />
      </RevealWhenSettled>
    </>
  );
}

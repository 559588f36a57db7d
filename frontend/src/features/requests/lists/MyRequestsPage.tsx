import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { PageHeader } from '@/components/PageHeader';
import { openDraft } from '@/lib/openDraft';
import { Drafts } from './Drafts';
import { RequesterTabs } from './RequesterTabs';

/** /requester/myrequests: all requests of one's own, to search in (2 §2). */
export default function MyRequestsPage() {
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
        purpose="Every request that you have begun or submitted, and where it stands."
        action={create}
      />
      <Drafts />
      <RequesterTabs heading="h2" defaultTab="all" emptyAction={create} withSearch />
    </>
  );
}

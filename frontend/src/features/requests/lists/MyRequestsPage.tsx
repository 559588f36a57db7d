import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useSession } from '@/api/session';
import { paths } from '@/app/paths';
import { RevealWhenSettled } from '@/ui/RevealWhenSettled';
import { PageHeader } from '@/ui/PageHeader';
import { openDraft } from '@/lib/openDraft';
import { draftQueries } from '../queries';
import { Drafts } from './Drafts';
import { RequesterTabs } from './RequesterTabs';

/** /requester/myrequests: all requests of the user, with a search (2 §2). */
export default function MyRequestsPage() {
  const signedIn = useSession() !== null;
  const drafts = useQuery({ ...draftQueries.list(), enabled: signedIn });
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

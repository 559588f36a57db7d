import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { EmptyState } from '@/ui/EmptyState';
import { PageHeader } from '@/ui/PageHeader';

/** Shown if a link names a topic that is missing or no longer active. */
export function NoTopic() {
  return (
    <>
      <PageHeader title="Topic" />
      <EmptyState
        message="No Topics found"
        hint="The topic of this link is not available. Choose one from the list of topics."
        action={
          <Button component={Link} to={paths.topics} variant="contained">
            All topics
          </Button>
        }
      />
    </>
  );
}

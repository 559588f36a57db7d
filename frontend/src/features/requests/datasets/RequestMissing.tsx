import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { EmptyState } from '@/components/EmptyState';

/** Stands where the address names no request that can be read. */
export function RequestMissing() {
  return (
    <EmptyState
      message="No Data requests found"
      hint="Choose one of your requests to see its datasets."
      action={
        <Button component={Link} to={paths.requesterMyRequests} variant="contained">
          My Data Requests
        </Button>
      }
    />
  );
}

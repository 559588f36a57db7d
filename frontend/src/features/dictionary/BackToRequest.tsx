import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { useRole } from '@/api/session';
import { useStoreValue } from '@/lib/externalStore';
import { returnPath } from '@/lib/returnPath';

/**
 * A button that leads a requester back to the screen of the request form from which the dictionary
 * was opened.
 */
export function BackToRequest() {
  const path = useStoreValue(returnPath.subscribe, returnPath.get);
  const role = useRole();
  if (path === null || role !== 'Data Requester') return null;
  return (
    <Button component={Link} to={path} startIcon={<ArrowBack />} size="small" sx={{ mb: 1 }}>
      Back to your Data Request
    </Button>
  );
}

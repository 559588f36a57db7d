import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useRole, useSession } from '@/api/session';
import { paths, requestPath } from '@/app/paths';
import { requestQueries } from '@/shared/requests/queries';
import { formatNumber } from '@/lib/numbers';
import { tabsOf } from './tabs';

/** Number of waiting requests that are searched, the largest page of the call. */
const SEARCHED = 100;

/**
 * Leads to the oldest request that the reader can decide in the same role. Renders nothing if there
 * is none.
 */
export function NextRequest({ after }: { after: number }) {
  const role = useRole();
  const orgRoleId = useSession()?.role?.org_role_id;
  const status = tabsOf(role).find(({ key }) => key === 'pending')?.status;
  const { data } = useQuery({
    // The list begins with the oldest request.
    ...requestQueries.list({
      orgRoleId,
      status,
      search: '',
      sort: '',
      page: 1,
      pageSize: SEARCHED,
    }),
    enabled: orgRoleId !== undefined,
  });
  const open = (data?.rows ?? []).filter(
    ({ may_decide, request_id }) => may_decide && request_id !== after,
  );
  const next = open[0];
  if (!next) return null;
  const more = data && data.total > SEARCHED ? 'at least ' : '';
  return (
    <Button
      component={Link}
      to={requestPath(paths.dataRequest, next.request_id)}
      variant="contained"
      sx={{ flex: 'none' }}
    >
      Next request ({more}
      {formatNumber(open.length)} to decide)
    </Button>
  );
}

import MuiLink from '@mui/material/Link';
import { Link } from 'react-router';
import { useRole } from '@/api/session';
import type { ActEntry } from '@/api/models';
import { paths, requestPath } from '@/app/paths';
import { requestReaders, type RoleName } from '@/lib/roles';

/** Returns the path of the screen on which a role reads a request. */
function screenOf(role: RoleName | 'Guest') {
  if (role === 'Data Requester') return paths.requesterSingleRequest;
  return role !== 'Guest' && requestReaders.includes(role) ? paths.dataRequest : undefined;
}

/** The reference of a request. It is a link if the selected role can read requests. */
export function RequestLink({ request }: { request: NonNullable<ActEntry['request']> }) {
  const screen = screenOf(useRole());
  if (!screen) return <>{request.reference}</>;
  return (
    <MuiLink component={Link} to={requestPath(screen, request.request_id)}>
      {request.reference}
    </MuiLink>
  );
}

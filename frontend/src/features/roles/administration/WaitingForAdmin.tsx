import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { RoleRequest } from '@/api/models';
import { fullName } from '@/api/session';
import { paths } from '@/app/paths';
import { TodoLine, TodoList } from '@/ui/TodoList';
import { daysAgo } from '@/lib/dates';
import { count } from '@/lib/numbers';

/** Role requests that have a line each. */
export const NAMED = 5;

interface Props {
  /** The oldest role requests, at most `NAMED`. */
  oldest: readonly RoleRequest[];
  /** The number of all role requests. */
  requests: number;
  /** The number of accounts to activate. */
  accounts: number;
}

/** Lists what waits for an Admin, or says that nothing does. */
export function WaitingForAdmin({ oldest, requests, accounts }: Props) {
  if (accounts === 0 && requests === 0) {
    return <Typography sx={{ mb: 4 }}>Nothing is waiting for you.</Typography>;
  }
  const others = requests - oldest.length;
  return (
    <Box component="section" aria-labelledby="waiting" sx={{ mb: 4 }}>
      <Typography variant="h2" id="waiting" sx={{ mb: 1.5 }}>
        Waiting for you ({accounts + requests})
      </Typography>
      <TodoList label="Waiting for you">
        {oldest.map(({ assigned_role_id, user, org_role: { role }, created_on }) => (
          <TodoLine
            key={assigned_role_id}
            title={`${fullName(user)} requests the role ${role.role}`}
            more={created_on && `Requested: ${daysAgo(created_on)}`}
            action="Decide"
            about={`${role.role} for ${fullName(user)}`}
            to={`${paths.adminRolesRequests}?assigned_role_id=${assigned_role_id}`}
          />
        ))}
        {others > 0 && (
          <TodoLine
            title={count(others, 'more role request')}
            action="See role requests"
            about="all"
            to={paths.adminRolesRequests}
          />
        )}
        {accounts > 0 && (
          <TodoLine
            title={`${count(accounts, 'account')} to activate`}
            action="See users"
            about="accounts to activate"
            to={paths.adminUsers}
          />
        )}
      </TodoList>
    </Box>
  );
}

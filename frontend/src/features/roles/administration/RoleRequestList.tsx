import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { SortKey } from '@/api/lists';
import type { RoleRequest } from '@/api/models';
import { fullName } from '@/api/session';
import { EmptyState } from '@/ui/EmptyState';
import { LoadedList } from '@/ui/LoadedList';
import { cardSx } from '@/ui/looks';
import { MixedScripts } from '@/shared/accounts/MixedScripts';
import { PlainList } from '@/ui/PlainList';
import { PreviousNext } from '@/ui/PreviousNext';
import { RoleHistory } from '@/shared/roles/RoleHistory';
import { ListSearch } from '@/ui/ServerList';
import { RowsSkeleton } from '@/ui/Skeletons';
import { daysAgo, formatDateTime } from '@/lib/dates';
import { recordId } from '@/lib/recordId';
import { useListUrl } from '@/lib/useListUrl';
import { lazyDialog } from '@/lib/lazyPart';
import { NotOffered } from './NotOffered';
import { peopleQueries } from './queries';

const AttendDialog = lazyDialog(() => import('./AttendDialog'), 'AttendDialog');

/** Rows per page (1 §9). */
const PAGE_SIZE = 10;

const sorts: readonly SortKey<'/api/v1/users/assigned-roles/approve'>[] = ['created_on'];

interface Choice {
  request: RoleRequest;
  grants: boolean;
}

/**
 * Lists the requested roles of an organisation's users, oldest first. Each can be granted or denied
 * (3 §2.3).
 */
export function RoleRequestList({ orgId }: { orgId: number }) {
  const list = useListUrl({ pageSize: PAGE_SIZE, sorts });
  const { search, sort, page } = list;
  const loaded = useQuery(
    peopleQueries.roleRequests({ orgId, search, sort, page, pageSize: PAGE_SIZE }),
  );
  const [params] = useSearchParams();
  const linkedId = recordId(params.get('assigned_role_id'));
  const isGone =
    loaded.data &&
    linkedId !== undefined &&
    !loaded.data.rows.some((row) => row.assigned_role_id === linkedId);
  const [choice, setChoice] = useState<Choice | null>(null);
  return (
    // Gets the focus when the last row is removed together with its focused button.
    <Box tabIndex={-1} role="group" aria-label="Role requests">
      <ListSearch list={list} placeholder="Name, role or designation" />
      {isGone && (
        <Alert severity="info" sx={{ mb: 2 }}>
          The role request of this link was already handled.
        </Alert>
      )}
      <LoadedList
        list={list}
        loaded={loaded}
        skeleton={(rows = 4) => <RowsSkeleton count={rows} height={96} />}
        empty={
          <EmptyState
            message="No role requests found"
            hint={
              search
                ? 'Try another word, or clear the filter.'
                : 'You are notified when someone requests a role.'
            }
          />
        }
      >
        {(requests, total) => (
          <>
            <PlainList aria-label="Roles Requests" sx={{ display: 'grid', gap: 1.5 }}>
              {requests.map((request) => (
                <Row
                  key={request.assigned_role_id}
                  request={request}
                  isLinked={request.assigned_role_id === linkedId}
                  onChoose={(grants) => setChoice({ request, grants })}
                />
              ))}
            </PlainList>
            <PreviousNext list={list} total={total} />
          </>
        )}
      </LoadedList>
      {choice && (
        <AttendDialog
          {...choice}
          onClose={() => setChoice(null)}
          onAttended={() => setChoice(null)}
        />
      )}
    </Box>
  );
}

interface RowProps {
  request: RoleRequest;
  /** True if the link that led here refers to this request. */
  isLinked: boolean;
  onChoose: (grants: boolean) => void;
}

function Row({ request, isLinked, onChoose }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isLinked) row.current?.focus();
  }, [isLinked]);
  const { user, org_role, created_on, history, possible_statuses, refusal } = request;
  const may = (status: string) => possible_statuses.some((possible) => possible.status === status);
  const name = fullName(user);
  const { role } = org_role.role;
  return (
    <Box
      component="li"
      ref={row}
      tabIndex={isLinked ? -1 : undefined}
      aria-current={isLinked || undefined}
      sx={{
        ...cardSx,
        ...(isLinked && { borderColor: 'primary.main' }),
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) auto' },
        alignItems: 'center',
        gap: { xs: 1.5, md: 3 },
      }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="h3" component="h2">
          {name}: {role}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {[user.designation, user.department, user.tentative_organization]
            .filter(Boolean)
            .join(', ')}
          {' · '}
          {user.org_email ?? user.phone}
        </Typography>
        <MixedScripts scripts={user.name_scripts} />
        <MixedScripts
          what="The organisation’s name"
          scripts={user.tentative_organization_scripts}
        />
        <Typography variant="body2" color="textSecondary">
          {created_on && (
            <>
              Requested:{' '}
              <time dateTime={created_on} title={formatDateTime(created_on)}>
                {daysAgo(created_on)}
              </time>
            </>
          )}
          {user.pending_activation && ' · account not activated yet'}
        </Typography>
        {!org_role.offered && <NotOffered />}
        {history.length > 1 && (
          <Box component="details" sx={{ mt: 1 }}>
            <Typography
              component="summary"
              variant="body2"
              sx={{ cursor: 'pointer', color: 'primary.main', fontWeight: 600, mb: 1 }}
            >
              Requested before
            </Typography>
            <RoleHistory lines={history} label={`History of ${role} of ${name}`} />
          </Box>
        )}
      </Box>
      {refusal ? (
        <Typography variant="body2" color="textSecondary" sx={{ maxWidth: 260 }}>
          {refusal}
        </Typography>
      ) : (
        <Box sx={{ display: 'flex', gap: 1 }}>
          {may('Rejected') && (
            <Button
              variant="outlined"
              color="error"
              aria-label={`Deny ${role} to ${name}`}
              onClick={() => onChoose(false)}
            >
              Deny
            </Button>
          )}
          {may('Activated') && (
            <Button
              variant="contained"
              aria-label={`Grant ${role} to ${name}`}
              onClick={() => onChoose(true)}
            >
              Grant
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
}

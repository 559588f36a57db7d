import DevicesOutlined from '@mui/icons-material/DevicesOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '@/api/client';
import { isNotFound, messageOf } from '@/api/errors';
import type { AccountSession } from '@/api/models';
import { useAct } from '@/api/useAct';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { LoadFailed } from '@/ui/LoadFailed';
import { cardSx } from '@/ui/looks';
import { PlainList } from '@/ui/PlainList';
import { RowsSkeleton } from '@/ui/Skeletons';
import { formatDate, formatDateTime, timeAgo } from '@/lib/dates';
import { formatNumber } from '@/lib/numbers';
import { toast } from '@/lib/toast';
import { accountQueries } from '../queries';
import { rowSx } from '../looks';
import { SectionHeader } from '../SectionHeader';

type Target = AccountSession | 'others';

/** Ends one session, or all others. A session that has already ended counts as success. */
async function end(target: Target) {
  if (target === 'others') {
    await api.DELETE('/api/v1/users/sessions');
    return;
  }
  try {
    await api.DELETE('/api/v1/users/sessions/{id}', {
      params: { path: { id: target.session_id } },
    });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

function SessionRow({ session, onEnd }: { session: AccountSession; onEnd: () => void }) {
  return (
    <Box component="li" sx={rowSx}>
      <DevicesOutlined sx={{ color: 'text.secondary' }} aria-hidden />
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {session.device}{' '}
          {session.current && (
            <Chip label="This device" size="small" color="primary" sx={{ ml: 0.5 }} />
          )}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          Last used{' '}
          <Tooltip title={formatDateTime(session.last_used_on)}>
            <time dateTime={session.last_used_on}>{timeAgo(session.last_used_on)}</time>
          </Tooltip>
          , signed in on {formatDate(session.created_on)}
        </Typography>
      </Box>
      {!session.current && (
        <Button size="small" color="error" onClick={onEnd} aria-label={`End ${session.device}`}>
          End
        </Button>
      )}
    </Box>
  );
}

/** Sessions that are listed before "Show all". The server lists the last used ones first. */
const LISTED = 5;

/** Lists the current session and the last used ones. The others follow on demand. */
export function Sessions() {
  const client = useQueryClient();
  const [listsAll, setListsAll] = useState(false);
  const sessions = useQuery(accountQueries.sessions());
  const [target, setTarget] = useState<Target>();
  const ending = useAct({
    mutationFn: end,
    onSuccess: (_, target) =>
      toast(
        target === 'others' ? 'All other sessions are ended.' : 'The session is ended.',
        'success',
      ),
    onError: (error) => toast(messageOf(error), 'error'),
    onSettled: () => {
      setTarget(undefined);
      return client.invalidateQueries({ queryKey: accountQueries.sessions().queryKey });
    },
  });
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0;
  const listed = sessions.data?.filter(
    ({ current }, index) => listsAll || current || index < LISTED,
  );
  const all = target === 'others';
  return (
    <Box component="section" aria-labelledby="sessions">
      <SectionHeader
        id="sessions"
        title="Where you are signed in"
        text="If you don’t recognise a session, end it and change your password."
      >
        {others > 0 && (
          <Button variant="outlined" color="error" onClick={() => setTarget('others')}>
            End all other sessions
          </Button>
        )}
      </SectionHeader>
      {sessions.isPending && <RowsSkeleton count={2} height={64} />}
      {sessions.error && (
        <LoadFailed error={sessions.error} onRetry={() => void sessions.refetch()} />
      )}
      {listed && (
        <PlainList sx={{ ...cardSx, py: 0.5 }}>
          {listed.map((session) => (
            <SessionRow
              key={session.session_id}
              session={session}
              onEnd={() => setTarget(session)}
            />
          ))}
        </PlainList>
      )}
      {sessions.data && listed && sessions.data.length > listed.length && (
        <Button onClick={() => setListsAll(true)} sx={{ mt: 1 }}>
          Show all {formatNumber(sessions.data.length)} sessions
        </Button>
      )}
      {target && (
        <ConfirmDialog
          open
          title={all ? 'End all other sessions' : 'End this session'}
          confirmLabel={all ? 'End all other sessions' : 'End this session'}
          colour="error"
          pending={ending.isPending}
          onCancel={() => setTarget(undefined)}
          onConfirm={() => ending.mutate(target)}
        >
          {all
            ? 'Anyone who uses your account on another device has to sign in again.'
            : `Anyone who uses your account on ${target.device} has to sign in again.`}
        </ConfirmDialog>
      )}
    </Box>
  );
}

import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { DataRequest, HistoryEntry } from '@/api/models';
import { Prose } from '@/ui/Prose';
import { RequestProof } from '@/shared/audit/RequestProof';
import { LoadFailed } from '@/ui/LoadFailed';
import { cardSx } from '@/ui/looks';
import { PlainList } from '@/ui/PlainList';
import { StatusChip } from '@/shared/requests/StatusChip';
import { formatDateTime } from '@/lib/dates';
import { recallText } from '@/lib/requestStatus';
import { termText } from '@/lib/terms';
import { attendantOf, isDecided, statusOf } from './stageState';
import { trackingQueries } from './queries';

/** Groups entries by round, newest round first, and sorts each round by time. */
function byRound(history: readonly HistoryEntry[]): [number, HistoryEntry[]][] {
  const rounds = new Map<number, HistoryEntry[]>();
  for (const entry of history) {
    rounds.set(entry.round, [...(rounds.get(entry.round) ?? []), entry]);
  }
  return [...rounds]
    .sort(([a], [b]) => b - a)
    .map(([round, entries]) => [round, entries.sort((a, b) => a.at.localeCompare(b.at))]);
}

interface Props {
  requestId: number;
  rounds: DataRequest['rounds'];
}

/**
 * The history of all rounds of a request (decisions C11). Renders nothing if there is only one
 * round.
 */
export function RoundHistory({ requestId, rounds }: Props) {
  if (rounds.length < 2) return null;
  return (
    <Box component="section" aria-labelledby="round-history" sx={{ mt: 4 }}>
      <Typography id="round-history" variant="h2" sx={{ mb: 1.5 }}>
        History of all rounds
      </Typography>
      <Rounds requestId={requestId} rounds={rounds} />
    </Box>
  );
}

/** The entries of each round, newest round first. */
export function Rounds({ requestId, rounds }: Props) {
  const { data, error, refetch } = useQuery(trackingQueries.history(requestId));
  if (!data) {
    return error ? (
      <LoadFailed error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton variant="rounded" height={200} />
    );
  }
  return byRound(data).map(([number, entries]) => (
    <Box key={number} component="section" aria-label={`Round ${number}`} sx={{ ...cardSx, mb: 2 }}>
      <Typography variant="h3" component="h3">
        Round {number}
      </Typography>
      <Beginning requestId={requestId} round={rounds.find(({ round }) => round === number)} />
      <PlainList component="ol">
        {entries.map((entry) => (
          <Entry
            key={`${entry.request_state_id} ${entry.state} ${entry.at}`}
            requestId={requestId}
            entry={entry}
          />
        ))}
      </PlainList>
    </Box>
  ));
}

interface BeginningProps {
  requestId: number;
  round: DataRequest['rounds'][number] | undefined;
}

/** Start of a round, with the requester's note to the reviewers and the extension of its term. */
function Beginning({ requestId, round }: BeginningProps) {
  if (!round) return null;
  return (
    <Typography variant="body2" color="textSecondary" component="div">
      {round.round === 1 ? 'Submitted' : 'Resubmitted'}{' '}
      <time dateTime={round.started_on}>{formatDateTime(round.started_on)}</time>
      <RequestProof
        requestId={requestId}
        act={
          round.round === 1
            ? { kind: 'request.submitted' }
            : { kind: 'request.resubmitted', round: round.round }
        }
      />
      {round.note && (
        <Box sx={{ color: 'text.primary' }}>
          <Prose label="Note">{round.note}</Prose>
        </Box>
      )}
      {round.extension && (
        <div>
          Term extended by {termText(round.extension)}{' '}
          <time dateTime={round.extension.on}>{formatDateTime(round.extension.on)}</time>
          <Box sx={{ color: 'text.primary' }}>
            <Prose label="Reason">{round.extension.reason}</Prose>
          </Box>
        </div>
      )}
    </Typography>
  );
}

function Entry({ requestId, entry }: { requestId: number; entry: HistoryEntry }) {
  const person = attendantOf({ attended_by: entry.by });
  const recalled = recallText(entry);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        columnGap: 2,
        py: 1.25,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box>
        <Typography sx={{ fontWeight: 600, lineHeight: 1.4 }}>{entry.role}</Typography>
        <Typography variant="body2" color="textSecondary" component="div">
          {entry.stage_activity}
          {person && ` · ${person}`}
          {' · '}
          <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
          {person && ` · on version ${entry.version}`}
          {recalled && <div>{recalled}</div>}
          {entry.state === 'Denied' && (
            <>
              <div>
                <Prose label="Reason" none="None provided">
                  {entry.reason}
                </Prose>
              </div>
              <div>
                <Prose label="Recommendation" none="None provided">
                  {entry.recommendation}
                </Prose>
              </div>
            </>
          )}
          {isDecided(entry) && (
            <RequestProof
              requestId={requestId}
              act={{
                kind: 'request.decided',
                state: entry.request_state_id,
                round: entry.round,
              }}
              of={entry.role}
            />
          )}
        </Typography>
      </Box>
      <div>
        <StatusChip status={statusOf(entry)} />
      </div>
    </Box>
  );
}

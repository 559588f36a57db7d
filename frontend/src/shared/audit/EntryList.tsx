import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useSession } from '@/api/session';
import type { ActEntries, ActEntry, RequestState } from '@/api/models';
import { LoadFailed } from '@/ui/LoadFailed';
import { PlainList } from '@/ui/PlainList';
import { RowsSkeleton } from '@/ui/Skeletons';
import { formatDateTime, formatSecond } from '@/lib/dates';
import { Proof, ProofIcon } from './Proof';
import { RequestLink } from './RequestLink';
import { EntryDetails } from './EntryDetails';
import { entrySentence } from './entrySentence';
import { actorName, subjectName } from './entryPeople';

interface Props {
  label: string;
  query: UseInfiniteQueryResult<InfiniteData<ActEntries>>;
  empty: string;
  /**
   * The stages of the request, if all entries are about one. Its entries are sentences that name the
   * role at a stage.
   */
  stages?: readonly RequestState[];
}

/** Entries of the audit log, newest first. Older ones are loaded on demand. */
export function EntryList({ label, query, empty, stages }: Props) {
  const readerId = useSession()?.user.user_id;
  const failed = query.error && (
    <LoadFailed
      error={query.error}
      onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
    />
  );
  if (!query.data) return failed || <RowsSkeleton count={4} height={56} />;
  const entries = query.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) return <Typography variant="body2">{empty}</Typography>;
  return (
    <>
      <PlainList component="ol" reversed aria-label={label}>
        {entries.map((entry) => (
          <Entry key={entry.entry_id} {...{ entry, readerId, stages }} />
        ))}
      </PlainList>
      {failed && <Box sx={{ mt: 1.5 }}>{failed}</Box>}
      {query.hasNextPage && !failed && (
        <Button
          variant="outlined"
          size="small"
          sx={{ mt: 1.5 }}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show older entries
        </Button>
      )}
    </>
  );
}

interface EntryProps {
  entry: ActEntry;
  readerId: number | undefined;
  stages: readonly RequestState[] | undefined;
}

function Entry({ entry, readerId, stages }: EntryProps) {
  const actor = actorName(entry, readerId);
  const about = subjectName(entry, readerId);
  const sentence =
    stages &&
    entrySentence(
      entry,
      actor,
      (stateId) => stages.find(({ state_id }) => state_id === stateId)?.role,
    );
  const people = [...(sentence ? [] : [actor]), ...(about ? [`about ${about}`] : [])];
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        columnGap: 1,
        alignItems: 'start',
        py: 1.25,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <div>
        <Typography sx={{ fontWeight: 600, lineHeight: 1.4, overflowWrap: 'anywhere' }}>
          {sentence?.text ?? entry.words}
          {entry.request && !stages && (
            <Box component="span" sx={{ fontWeight: 400 }}>
              {' '}
              · <RequestLink request={entry.request} />
            </Box>
          )}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          <time dateTime={entry.at} title={formatSecond(entry.at)}>
            {formatDateTime(entry.at)}
          </time>
          {/* The empty text is followed by a separator if there are details. */}
          <EntryDetails entry={entry} before={['', ...people]} said={sentence?.said} />
          {stages && !entry.has_evidence && (
            <>
              {' · '}
              <Proof entry={entry} />
            </>
          )}
        </Typography>
      </div>
      {stages && entry.has_evidence && <ProofIcon entry={entry} />}
    </Box>
  );
}

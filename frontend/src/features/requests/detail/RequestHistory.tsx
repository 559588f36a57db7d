import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { DataRequest, RequestVersion } from '@/api/models';
import { RequestAuditEntries } from '@/shared/audit/RequestAuditEntries';
import { LoadFailed } from '@/ui/LoadFailed';
import { PlainList } from '@/ui/PlainList';
import { VersionChanges } from '@/shared/requests/changes/VersionChanges';
import { requestQueries } from '@/shared/requests/queries';
import { Rounds } from '@/shared/tracking/RoundHistory';
import { formatDateTime } from '@/lib/dates';
import { Section } from './Section';

/**
 * Shows the versions with their authors and changes, the decisions by round (decisions V1, V2), and
 * the audit entries of the request (decisions P6).
 */
export function RequestHistory({ request }: { request: DataRequest }) {
  const { request_id: requestId, version } = request;
  const { data, error, refetch } = useQuery(requestQueries.versions(requestId, version));
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Section title="Versions">
        {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton variant="rounded" height={96} />}
        {data?.length === 0 && (
          <Typography variant="body2">This request has no versions yet.</Typography>
        )}
        {data && data.length > 0 && (
          <PlainList component="ol" aria-label="Versions">
            {[...data].reverse().map((one) => (
              <Version key={one.number} requestId={requestId} version={one} />
            ))}
          </PlainList>
        )}
      </Section>
      <Section title="Decisions by round" inFrame={false}>
        <Rounds requestId={requestId} rounds={request.rounds} />
      </Section>
      <Section title="What was done">
        <RequestAuditEntries request={request} />
      </Section>
    </Box>
  );
}

function Version({ requestId, version }: { requestId: number; version: RequestVersion }) {
  const [shown, show] = useState(false);
  const id = useId();
  const { number, author, role, at, section } = version;
  const isFirst = number === 1;
  return (
    <Box component="li" sx={{ py: 1.25, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between' }}>
        <Box>
          <Typography sx={{ fontWeight: 600, lineHeight: 1.4 }}>
            Version {number}: {isFirst ? 'submitted' : (section ?? 'changed')}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {author.fname} {author.sname} · {role} · <time dateTime={at}>{formatDateTime(at)}</time>
          </Typography>
        </Box>
        {!isFirst && (
          <Button
            size="small"
            aria-expanded={shown}
            aria-controls={id}
            aria-label={`${shown ? 'Hide' : 'Show'} what changed in version ${number}`}
            onClick={() => show(!shown)}
          >
            {shown ? 'Hide what changed' : 'Show what changed'}
          </Button>
        )}
      </Box>
      <Box id={id} sx={{ mt: shown ? 1.5 : 0 }}>
        {shown && <VersionChanges requestId={requestId} from={number - 1} to={number} />}
      </Box>
    </Box>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Revision } from '@/api/models';
import { DialogFrame } from '@/ui/DialogFrame';
import { DefinitionChanges } from '@/shared/dictionary/DefinitionChanges';
import { Facts } from '@/shared/dictionary/Facts';
import { LoadFailed } from '@/ui/LoadFailed';
import { PlainList } from '@/ui/PlainList';
import { PreviousNext } from '@/ui/PreviousNext';
import { RowsSkeleton } from '@/ui/Skeletons';
import { formatDateTime } from '@/lib/dates';
import { count } from '@/lib/numbers';
import { revisionQueries, type Revised } from './revisionQueries';

interface Props {
  of: Revised;
  /** The name of the record, such as "births.weight". */
  name: string;
  onClose: () => void;
}

/** Shows the history of a table or variable: each change with its author and time, newest first. */
export function RevisionsDialog({ of, name, onClose }: Props) {
  const titleId = useId();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(revisionQueries.history(of, page));
  return (
    <DialogFrame onClose={onClose} aria-labelledby={titleId} maxWidth="md" fullWidth>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        History of {name}
        {data && (
          <Typography variant="body2" color="textSecondary">
            {count(data.page.total, 'revision')}
          </Typography>
        )}
      </DialogTitle>
      {/* Focusable, so that the keyboard can scroll it: it contains no control. */}
      <DialogContent tabIndex={0}>
        {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <RowsSkeleton count={3} />}
        {data && (
          <>
            <PlainList component="ol">
              {data.revisions.map((revision) => (
                <One key={revision.revision_id} revision={revision} name={name} />
              ))}
            </PlainList>
            <PreviousNext
              list={{
                page,
                pageSize: data.page.size,
                change: ({ page: next }) => setPage(next ?? 1),
              }}
              total={data.page.total}
            />
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </DialogFrame>
  );
}

const became = { added: 'Added', changed: 'Changed', removed: 'Deleted' } as const;

function One({ revision, name }: { revision: Revision; name: string }) {
  const { number, kind, author, created_on, fields, facts } = revision;
  const word = became[kind as keyof typeof became];
  return (
    <Box component="li" sx={{ py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {number}. {word}
        <Typography component="span" variant="body2" color="textSecondary">
          {' '}
          {author ? `by ${author}, ` : ''}
          {formatDateTime(created_on)}
        </Typography>
      </Typography>
      {fields.length > 0 && <DefinitionChanges fields={fields} />}
      {kind === 'added' && <Facts label={`${name} as it was added`} facts={facts} />}
    </Box>
  );
}

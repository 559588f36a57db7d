import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { AuditLog } from '@/api/models';
import { CopyButton } from '@/ui/CopyButton';
import { DataItem, DataList } from '@/ui/DataList';
import { EmptyState } from '@/ui/EmptyState';
import { PlainList } from '@/ui/PlainList';
import { formatDate, formatSecond } from '@/lib/dates';
import { count, formatNumber } from '@/lib/numbers';
import { Verbatim } from './Verbatim';

/** Shows the newest checkpoint of the log, to read and to download. */
export function NewestCheckpoint({ log: { checkpoint, waiting } }: { log: AuditLog }) {
  if (!checkpoint) {
    return (
      <EmptyState
        message="The log has no entry yet"
        hint={
          waiting > 0
            ? `${count(waiting, 'entry waits', 'entries wait')} for it. Try again in a moment.`
            : 'The first checkpoint is signed when something is recorded.'
        }
      />
    );
  }
  const { size, root, signed_at: signedAt, note } = checkpoint;
  return (
    <>
      <DataList label="Newest checkpoint">
        <DataItem name="Entries">
          {formatNumber(size)}
          {waiting > 0 && `, and ${formatNumber(waiting)} on their way`}
        </DataItem>
        <DataItem name="Signed">
          <time dateTime={signedAt}>{formatSecond(signedAt)}</time>
        </DataItem>
        <DataItem name="Root of the tree">
          <code>{root}</code>
        </DataItem>
      </DataList>
      <Box sx={{ mt: 1 }}>
        <Verbatim label="The checkpoint as it was signed">{note}</Verbatim>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        <CopyButton text={note} what="the checkpoint" />
        <Button
          size="small"
          component="a"
          href="/log/checkpoint"
          download="checkpoint.txt"
          startIcon={<FileDownloadOutlined />}
        >
          Download the newest checkpoint
        </Button>
      </Box>
    </>
  );
}

/** Lists the current and former keys of the log. */
export function Keys({ log: { keys } }: { log: AuditLog }) {
  if (keys.length === 0) {
    return <Typography variant="body2">The first key is created with the first entry.</Typography>;
  }
  return (
    <PlainList component="ol" aria-label="Keys">
      {keys.map(
        ({ verifier_key: key, made_at: madeAt, retired_at: retiredAt, retired_size: size }) => (
          <Box
            component="li"
            key={key}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              columnGap: 2,
              py: 1.25,
              '& + &': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
              <Typography variant="body2" sx={{ fontWeight: 600 }}>
                {retiredAt
                  ? `Signed from ${formatDate(madeAt)} to ${formatDate(retiredAt)}, up to ${count(size ?? 0, 'entry', 'entries')}`
                  : `Signs since ${formatDate(madeAt)}`}
              </Typography>
              <Box component="code" sx={{ fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
                {key}
              </Box>
            </Box>
            <CopyButton text={key} what={retiredAt ? 'this former key' : 'the key that signs'} />
          </Box>
        ),
      )}
    </PlainList>
  );
}

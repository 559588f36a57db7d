import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { FieldChange as Change, VersionFile } from '@/api/models';
import { DocumentButton } from '@/shared/documents/DocumentButton';
import { asTyped } from '@/ui/Prose';
import { formatDate } from '@/lib/dates';
import { fileSize } from '@/lib/numbers';

const EMPTY = 'empty';

interface Props {
  change: Change;
  /** True for fields of an item that exists in only one of the versions. */
  inOneVersion?: boolean;
}

/**
 * A changed field with its old and new value. The difference is also expressed by words and marks,
 * not by colour alone.
 */
export function FieldChange({ change, inOneVersion = false }: Props) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '200px minmax(0, 1fr)' },
        columnGap: 2,
        py: 0.75,
      }}
    >
      <Typography component="dt" variant="body2" color="textSecondary">
        {change.field}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        <ChangedValue change={change} inOneVersion={inOneVersion} />
      </Typography>
    </Box>
  );
}

function ChangedValue({ change, inOneVersion }: Required<Props>) {
  switch (change.kind) {
    case 'words':
      return (
        <Box component="span" sx={asTyped}>
          {change.runs.map(({ words, text }, index) => {
            if (words === 'added') return <Added key={index}>{withLineEnds(text)}</Added>;
            if (words === 'removed') return <Removed key={index}>{withLineEnds(text)}</Removed>;
            return <span key={index}>{text}</span>;
          })}
        </Box>
      );
    case 'set':
      return (
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {change.removed.map((text) => (
            <li key={`removed ${text}`}>
              Removed: <Removed>{text}</Removed>
            </li>
          ))}
          {change.added.map((text) => (
            <li key={`added ${text}`}>
              Added: <Added>{text}</Added>
            </li>
          ))}
        </Box>
      );
    case 'document':
      return (
        <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {(change.before ?? !inOneVersion) && <File label="Before" file={change.before} />}
          {(change.after ?? !inOneVersion) && <File label="Now" file={change.after} />}
        </Box>
      );
    case 'date':
      return (
        <BeforeAndAfter
          before={change.before ? formatDate(change.before) : null}
          after={change.after ? formatDate(change.after) : null}
          inOneVersion={inOneVersion}
        />
      );
    case 'value':
      return (
        <BeforeAndAfter before={change.before} after={change.after} inOneVersion={inOneVersion} />
      );
  }
}

/** Makes changes visible that consist only of line breaks. */
const withLineEnds = (text: string) => (text.trim() ? text : text.replaceAll('\n', '↵\n'));

interface BeforeAndAfterProps {
  before: string | null | undefined;
  after: string | null | undefined;
  inOneVersion: boolean;
}

/** Shows the old and the new value, or only the one that exists if the item is in one version. */
function BeforeAndAfter({ before, after, inOneVersion }: BeforeAndAfterProps) {
  if (inOneVersion) return after ? <Added>{after}</Added> : <Removed>{before}</Removed>;
  return (
    <>
      {before ? <Removed>{before}</Removed> : EMPTY}
      <span aria-hidden> → </span>
      {after ? <Added>{after}</Added> : EMPTY}
    </>
  );
}

/** A document of a version, with a button to open it unless its file is lost. */
function File({ label, file }: { label: string; file: VersionFile | null | undefined }) {
  if (!file) return <span>{label}: none</span>;
  const detail = `${fileSize(file.size)}, ${formatDate(file.uploaded_on)}`;
  if (!file.path) {
    return (
      <span>
        {label}: {file.name} ({detail}), file missing
      </span>
    );
  }
  return <DocumentButton path={file.path} title={`${label}: ${file.name}`} detail={detail} />;
}

function Added({ children }: { children: ReactNode }) {
  return (
    <Box
      component="ins"
      sx={{
        color: 'status.approved.main',
        bgcolor: 'status.approved.tint',
        textDecoration: 'none',
      }}
    >
      {children}
    </Box>
  );
}

function Removed({ children }: { children: ReactNode }) {
  return (
    <Box component="del" sx={{ color: 'status.denied.main', bgcolor: 'status.denied.tint' }}>
      {children}
    </Box>
  );
}

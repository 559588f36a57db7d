import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import type { ImportPreview } from '@/api/models';
import { PlainList } from '@/ui/PlainList';
import type { ListColumn } from '@/ui/table/columns';
import { count } from '@/lib/numbers';
import { RemarkLines, placeColumn, Remarks } from './Remarks';
import { Tallies } from './Tallies';

type AlteredRow = ImportPreview['altered'][number];
type AddedRow = ImportPreview['added'][number];

const alteredColumns: readonly ListColumn<AlteredRow>[] = [
  placeColumn,
  {
    field: 'name',
    name: 'Name',
    flex: 1,
    minWidth: 130,
    cell: ({ name }) => <strong>{name}</strong>,
  },
  {
    field: 'fields',
    name: 'Changes',
    flex: 2,
    minWidth: 220,
    cell: ({ fields }) => (
      <PlainList sx={{ display: 'grid', gap: 0.5 }}>
        {fields.map(({ field, before, after }) => (
          <li key={field}>
            {field}: {before ? <del>{before}</del> : 'nothing'} becomes{' '}
            <Box component="ins" sx={{ textDecoration: 'none', fontWeight: 600 }}>
              {after || 'nothing'}
            </Box>
          </li>
        ))}
      </PlainList>
    ),
  },
];

const addedColumns: readonly ListColumn<AddedRow>[] = [
  placeColumn,
  {
    field: 'name',
    name: 'Name',
    flex: 1,
    minWidth: 130,
    cell: ({ name }) => <strong>{name}</strong>,
  },
];

const fileNames: Record<string, string> = {
  tables: 'File of tables',
  variables: 'File of variables',
};

interface Props {
  preview: ImportPreview;
  pending: boolean;
  /** True if columns that the format does not define are ignored. */
  leavesUnknown: boolean;
  onLeaveUnknown: () => void;
  /** True if a newly added data source is published. */
  publish: boolean;
  onPublish: (publish: boolean) => void;
  onStart: () => void;
}

/** Shows the changes that an import would make, and the button that starts it if there are any. */
export function PreviewResult(props: Props) {
  const { preview, pending, leavesUnknown, onLeaveUnknown, publish, onPublish, onStart } = props;
  const { source, data_source, tables, variables, wrong, unknown, notes, notes_count } = preview;
  const unknownCount = unknown.reduce((all, { columns }) => all + columns.length, 0);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [preview]);
  const altered = tables.altered + variables.altered;
  const added = tables.added + variables.added;
  return (
    <Box component="section" aria-labelledby="import-preview" sx={{ mt: 4 }}>
      <Typography
        id="import-preview"
        ref={heading}
        tabIndex={-1}
        variant="h2"
        sx={{ mb: 1, '&:focus': { outline: 'none' } }}
      >
        What the import would do
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        Nothing has been changed yet. Tables and variables that are not in the files do not change.
      </Typography>
      {wrong.length > 0 && (
        <Alert severity="error" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          <AlertTitle>These files cannot be imported as they are</AlertTitle>
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {wrong.map(({ file, text }) => (
              <li key={`${file} ${text}`}>
                {fileNames[file] ?? file}: {text}
              </li>
            ))}
          </Box>
          {unknownCount > 0 && !leavesUnknown && (
            <Button color="inherit" variant="outlined" onClick={onLeaveUnknown} sx={{ mt: 1.5 }}>
              Continue without {unknownCount === 1 ? 'this column' : `the ${unknownCount} columns`}
            </Button>
          )}
        </Alert>
      )}
      {wrong.length === 0 && unknownCount > 0 && (
        <Alert severity="info" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          <AlertTitle>{count(unknownCount, 'column')} ignored</AlertTitle>
          <Box component="ul" sx={{ m: 0, pl: 2.5, maxHeight: 160, overflow: 'auto' }} tabIndex={0}>
            {unknown.map(({ file, columns }) => (
              <li key={file}>
                {fileNames[file] ?? file}: {columns.join(', ')}
              </li>
            ))}
          </Box>
        </Alert>
      )}
      {wrong.length === 0 && data_source === null && (
        <Alert severity="warning" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          There is no data source called {source}. The import adds it.
          <RadioGroup
            aria-label="Publication"
            value={publish ? 'publish' : 'keep'}
            onChange={(_, value) => onPublish(value === 'publish')}
            sx={{ mt: 0.5 }}
          >
            <FormControlLabel
              value="keep"
              control={<Radio size="small" />}
              label="Keep unpublished (recommended)"
            />
            <FormControlLabel
              value="publish"
              control={<Radio size="small" />}
              label="Publish now"
            />
          </RadioGroup>
          <Typography variant="body2">
            {publish
              ? 'Anyone can read its tables and variables as soon as they are stored.'
              : 'Only Super Users see it until you publish it. The next steps follow after the import.'}
          </Typography>
        </Alert>
      )}
      <Tallies tables={tables} variables={variables} />
      {wrong.length === 0 &&
        (added + altered > 0 ? (
          <Button variant="contained" loading={pending} onClick={onStart} sx={{ mt: 2 }}>
            Import {count(added + altered, 'row')}
          </Button>
        ) : (
          <Alert severity="info" sx={{ mt: 2 }}>
            There is nothing to import: all valid rows are already stored.
          </Alert>
        ))}
      <Remarks
        refused={preview.refused}
        refusedCount={tables.refused + variables.refused}
        notes={notes}
        notesCount={notes_count}
      />
      <RemarkLines
        title="Altered"
        total={altered}
        rows={preview.altered}
        columns={alteredColumns}
      />
      <RemarkLines title="Added" total={added} rows={preview.added} columns={addedColumns} />
    </Box>
  );
}

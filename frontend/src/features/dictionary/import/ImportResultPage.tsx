import ArrowBack from '@mui/icons-material/ArrowBack';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { generatePath, Link, useParams } from 'react-router';
import type { ImportDetail } from '@/api/models';
import { invalidate, keyOf } from '@/api/query';
import { useAct } from '@/api/useAct';
import { paths } from '@/app/paths';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeader } from '@/ui/PageHeader';
import { RowsSkeleton } from '@/ui/Skeletons';
import { formatDateTime } from '@/lib/dates';
import { formatNumber } from '@/lib/numbers';
import { recordId } from '@/lib/recordId';
import { cancelImport, importQueries, isOpen } from './calls';
import { NextSteps } from './NextSteps';
import { importPath } from './paths';
import { Remarks } from './Remarks';
import { lookOf } from './states';
import { Tallies } from './Tallies';

function BackButton() {
  return (
    <Button component={Link} to={paths.superUserImports} startIcon={<ArrowBack />}>
      Back
    </Button>
  );
}

/** /superuser/data_dictionary/import/{import_id}: the progress of an import, and its result. */
export default function ImportResultPage() {
  const id = recordId(useParams().import_id) ?? 0;
  const loaded = useQuery(importQueries.detail(id));
  if (loaded.data) return <Result job={loaded.data} />;
  return (
    <>
      <PageHeader title="Import" above={<BackButton />} />
      {loaded.error ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} />
      ) : (
        <RowsSkeleton />
      )}
    </>
  );
}

function Result({ job }: { job: ImportDetail }) {
  const {
    import_id,
    source,
    data_source,
    state,
    started_by,
    started_on,
    ended_on,
    tables,
    variables,
  } = job;
  const { name, color, meaning } = lookOf(job);
  const queries = useQueryClient();
  const open = isOpen(job);
  useEffect(() => {
    // A finished import affects every list of the dictionary. The import itself was just read, so
    // it is excluded.
    if (open) return;
    const read = hashKey(importQueries.detail(import_id).queryKey);
    void queries.invalidateQueries({
      queryKey: keyOf('/api/v1/data_dictionary'),
      predicate: ({ queryHash }) => queryHash !== read,
    });
  }, [open, queries, import_id]);
  const compared = tables.read + variables.read > 0;
  return (
    <>
      <PageHeader
        title={`Import into ${source}`}
        purpose={`Started by ${started_by ?? 'a command on the server'} on ${formatDateTime(started_on)}${
          ended_on ? `, ended on ${formatDateTime(ended_on)}` : ''
        }.`}
        above={<BackButton />}
        status={<Chip size="small" variant="outlined" color={color} label={name} />}
        action={
          !open && (
            <>
              <Button component={Link} to={importPath(source)} variant="outlined">
                Import again
              </Button>
              {data_source !== null && (
                <Button
                  component={Link}
                  to={generatePath(paths.superUserTables, { data_source: String(data_source) })}
                  variant="contained"
                >
                  Show the tables
                </Button>
              )}
            </>
          )
        }
      />
      {open ? (
        <Running job={job} meaning={meaning} />
      ) : (
        <Alert
          severity={state === 'done' ? 'success' : state === 'cancelled' ? 'info' : 'error'}
          role="status"
          sx={{ mb: 3, overflowWrap: 'anywhere' }}
        >
          {meaning}
        </Alert>
      )}
      {state === 'done' && typeof data_source === 'number' && <NextSteps id={data_source} />}
      {compared && <Tallies tables={tables} variables={variables} />}
      <Remarks
        refused={job.refused}
        refusedCount={tables.refused + variables.refused || job.refused.length}
        notes={job.notes}
        notesCount={job.notes.length}
      />
    </>
  );
}

function Running({ job, meaning }: { job: ImportDetail; meaning: string }) {
  const { import_id, state, rows_stored, rows_to_store, can_be_cancelled } = job;
  const queries = useQueryClient();
  const cancelling = useAct({
    mutationFn: () => cancelImport(import_id),
    onSettled: () => invalidate(queries, '/api/v1/data_dictionary/import/{id}'),
  });
  const writes = state === 'storing' && rows_to_store > 0;
  return (
    <Box sx={{ mb: 3, maxWidth: 760 }}>
      <Typography role="status" sx={{ mb: 1.5 }}>
        {meaning}
      </Typography>
      <LinearProgress
        variant={writes ? 'determinate' : 'indeterminate'}
        value={writes ? Math.min(100, (100 * rows_stored) / rows_to_store) : undefined}
        aria-label="Rows written"
      />
      {writes && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.75 }}>
          {formatNumber(rows_stored)} of {formatNumber(rows_to_store)} rows
        </Typography>
      )}
      {can_be_cancelled && (
        <Button
          variant="outlined"
          color="error"
          loading={cancelling.isPending}
          onClick={() => cancelling.mutate()}
          sx={{ mt: 2 }}
        >
          Cancel this import
        </Button>
      )}
      {cancelling.error && (
        <Box sx={{ mt: 2 }}>
          <CallErrorAlert error={cancelling.error} onRetry={() => cancelling.mutate()} />
        </Box>
      )}
    </Box>
  );
}

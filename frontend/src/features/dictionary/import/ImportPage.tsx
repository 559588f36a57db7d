import ArrowBack from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { ImportPreview } from '@/api/models';
import { invalidate } from '@/api/query';
import { paths } from '@/app/paths';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { useFormDraft } from '@/ui/formDraft';
import { PageHeader } from '@/ui/PageHeader';
import { formatPercent } from '@/lib/numbers';
import { preview, startImport } from './calls';
import { faultsOf, filesOf, ImportForm, type Faults, type ImportFormValues } from './ImportForm';
import { ImportList } from './ImportList';
import { importResultPath } from './paths';
import { PreviewResult } from './PreviewResult';
import { useSending } from './useSending';

/**
 * /superuser/data_dictionary/import: imports a dictionary from files into a data source, after a
 * preview (decisions T4).
 */
export default function ImportPage() {
  const [params] = useSearchParams();
  const [typed, setTyped] = useFormDraft<ImportFormValues>(
    'import dictionary',
    {
      source: params.get('source') ?? '',
      format: 'aditus',
      tables: null,
      variables: null,
      leaveUnknown: false,
      publish: false,
    },
    // Files cannot be stored, and the consent to options applies to these files only.
    { without: ['tables', 'variables', 'leaveUnknown', 'publish'] },
  );
  const [faults, setFaults] = useState<Faults>({});
  const [shown, setShown] = useState<ImportPreview | null>(null);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const previewing = useSending(preview, setShown);
  const starting = useSending(startImport, ({ import_id }) => {
    void invalidate(queries, '/api/v1/data_dictionary/import');
    void navigate(importResultPath(import_id));
  });
  const going = [previewing, starting].find(({ call }) => call.isPending);

  const change = (next: ImportFormValues) => {
    // The consent applied to the previous files.
    setTyped({ ...next, leaveUnknown: false, publish: false });
    setFaults({});
    // The preview was of the previous files.
    setShown(null);
    previewing.call.reset();
    starting.call.reset();
  };
  const runPreview = (wanted: ImportFormValues) => {
    const found = faultsOf(wanted);
    setFaults(found);
    const first = (['source', 'tables', 'variables'] as const).find((name) => found[name]);
    if (first) {
      document.getElementById(`import-${first}`)?.focus();
      return;
    }
    setShown(null);
    starting.call.reset();
    const files = filesOf(wanted);
    if (files) previewing.call.mutate(files);
  };
  const leaveUnknown = () => {
    const next = { ...typed, leaveUnknown: true };
    setTyped(next);
    runPreview(next);
  };
  const start = () => {
    const files = filesOf(typed);
    if (files) starting.call.mutate(files);
  };
  const failed = [previewing, starting].find(({ call }) => call.error);
  return (
    <>
      <PageHeader
        title="Import a Dictionary"
        purpose="Import tables and variables from CSV files into a data source. You see what would change before anything is changed. Nothing is removed."
        above={
          <Button component={Link} to={paths.superUserDataDictionary} startIcon={<ArrowBack />}>
            Back
          </Button>
        }
      />
      <Box
        component="form"
        noValidate
        aria-label="Import"
        onSubmit={(event) => {
          event.preventDefault();
          runPreview(typed);
        }}
      >
        <ImportForm typed={typed} onChange={change} faults={faults} disabled={Boolean(going)} />
        <Button
          type="submit"
          variant={shown ? 'outlined' : 'contained'}
          disabled={Boolean(going)}
          sx={{ mt: 2.5 }}
        >
          Show what would change
        </Button>
      </Box>
      {going && (
        <OnTheirWay
          share={going.share}
          // After the upload the import starts, and can only be cancelled on its own page.
          onCancel={going === starting && going.share === 1 ? undefined : going.cancel}
        />
      )}
      {failed && (
        <Box sx={{ mt: 2.5, maxWidth: 760 }}>
          <CallErrorAlert
            error={failed.call.error}
            onRetry={failed === previewing ? () => runPreview(typed) : start}
            pending={Boolean(going)}
          />
        </Box>
      )}
      {shown && (
        <PreviewResult
          preview={shown}
          pending={starting.call.isPending}
          leavesUnknown={typed.leaveUnknown}
          onLeaveUnknown={leaveUnknown}
          publish={typed.publish}
          onPublish={(publish) => setTyped({ ...typed, publish })}
          onStart={start}
        />
      )}
      <ImportList />
    </>
  );
}

interface OnTheirWayProps {
  share: number;
  onCancel?: () => void;
}

function OnTheirWay({ share, onCancel }: OnTheirWayProps) {
  return (
    <Box sx={{ mt: 2.5, maxWidth: 760, display: 'flex', alignItems: 'center', gap: 2 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <LinearProgress
          variant={share < 1 ? 'determinate' : 'indeterminate'}
          value={share * 100}
          aria-label="Sending the files"
        />
        <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 0.5 }}>
          {share < 1
            ? `${formatPercent(Math.floor(share * 100))} of the files sent`
            : 'The files are being read…'}
        </Typography>
      </Box>
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
    </Box>
  );
}

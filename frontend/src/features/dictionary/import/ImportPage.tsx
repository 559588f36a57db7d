import ArrowBack from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { ImportPreview } from '@/api/models';
import { invalidate } from '@/api/query';
import { paths } from '@/app/paths';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { PageHeader } from '@/ui/PageHeader';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { RowsSkeleton } from '@/ui/Skeletons';
import { lazyPart } from '@/lib/lazyPart';
import { formatPercent } from '@/lib/numbers';
import { preview, startImport } from './calls';
import {
  faultsOf,
  filesOf,
  ImportForm,
  type ImportFormProps,
  type ImportFormValues,
} from './ImportForm';
import { importResultPath } from './paths';
import { useSending } from './useSending';

const PreviewResult = lazyPart(async () => ({
  default: (await import('./PreviewResult')).PreviewResult,
}));
const ImportList = lazyPart(async () => ({ default: (await import('./ImportList')).ImportList }));

/**
 * /superuser/data_dictionary/import: imports a dictionary from files into a data source, after a
 * preview (decisions T4).
 */
export default function ImportPage() {
  const [params] = useSearchParams();
  const [shown, setShown] = useState<ImportPreview | null>(null);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const previewing = useSending(preview);
  const starting = useSending(startImport, ({ import_id }) => {
    void invalidate(queries, '/api/v1/data_dictionary/import');
    void navigate(importResultPath(import_id));
  });
  const form = useRecordForm({
    name: 'import dictionary',
    initial: (): ImportFormValues => ({
      source: params.get('source') ?? '',
      format: 'aditus',
      tables: null,
      variables: null,
      leaveUnknown: false,
      publish: false,
    }),
    // Files cannot be stored, and the consent to options applies to these files only.
    secrets: ['tables', 'variables', 'leaveUnknown', 'publish'],
    quiet: true,
    check: faultsOf,
    save: previewing.call,
    inputOf: filesOf,
    onSaved: setShown,
    isPreview: true,
  });
  const { values, set } = form;
  const running = [previewing, starting].find(({ call }) => call.isPending);

  const change: ImportFormProps['onChange'] = (field, value) => {
    set(field, value);
    // The consent applied to the previous files.
    set('leaveUnknown', false);
    set('publish', false);
    // The preview was of the previous files.
    setShown(null);
    previewing.call.reset();
    starting.call.reset();
  };
  const runPreview = () => {
    setShown(null);
    starting.call.reset();
    form.submit();
  };
  const leaveUnknown = () => {
    set('leaveUnknown', true);
    runPreview();
  };
  const start = () => starting.call.mutate(filesOf(values));
  const failure = form.refusal ?? starting.call.error;
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
          runPreview();
        }}
      >
        <ImportForm form={form} onChange={change} disabled={Boolean(running)} />
        <Button
          type="submit"
          variant={shown ? 'outlined' : 'contained'}
          disabled={Boolean(running)}
          sx={{ mt: 2.5 }}
        >
          Show what would change
        </Button>
      </Box>
      {running && (
        <UploadProgress
          share={running.share}
          // After the upload the import starts, and can only be cancelled on its own page.
          onCancel={running === starting && running.share === 1 ? undefined : running.cancel}
        />
      )}
      {failure && (
        <Box sx={{ mt: 2.5, maxWidth: 760 }}>
          <CallErrorAlert
            error={failure}
            onRetry={form.refusal ? runPreview : start}
            pending={Boolean(running)}
          />
        </Box>
      )}
      <Suspense fallback={null}>
        {shown && (
          <PreviewResult
            preview={shown}
            pending={starting.call.isPending}
            leavesUnknown={values.leaveUnknown}
            onLeaveUnknown={leaveUnknown}
            publish={values.publish}
            onPublish={(publish) => set('publish', publish)}
            onStart={start}
          />
        )}
      </Suspense>
      <Suspense fallback={<RowsSkeleton />}>
        <ImportList />
      </Suspense>
    </>
  );
}

interface UploadProgressProps {
  share: number;
  onCancel?: () => void;
}

function UploadProgress({ share, onCancel }: UploadProgressProps) {
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

import ArrowBack from '@mui/icons-material/ArrowBack';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { DataRequest, RequestedDataset } from '@/api/models';
import { paths, requestPath } from '@/app/paths';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeader } from '@/ui/PageHeader';
import { RowsSkeleton } from '@/ui/Skeletons';
import { recordId } from '@/lib/recordId';
import { editOf } from '@/lib/requestEdits';
import { EditDialogs } from '../edits/EditDialogs';
import { RequestMissing } from './RequestMissing';
import { useDatasets } from './useDatasets';
import { useRequestPages } from './useRequestPages';

interface Props {
  title: string;
  purpose: string;
  children: (request: DataRequest, dataset: RequestedDataset, busy: boolean) => ReactNode;
}

/** A page about one dataset of a request: the dataset in the address, or else the first one. */
export function DatasetFrame({ title, purpose, children }: Props) {
  const { requestId, request, datasets, missing, failure, retry, busy } = useDatasets();
  const { list } = useRequestPages();
  const [params, setParams] = useSearchParams();
  const text = params.get('rdataset_id');
  const named = recordId(text);
  const dataset =
    text === null ? datasets?.[0] : datasets?.find(({ rdataset_id }) => rdataset_id === named);
  const choose = (id: number) =>
    setParams({ request_id: String(requestId), rdataset_id: String(id) });
  return (
    <>
      <PageHeader
        above={
          <Button
            component={Link}
            to={requestId === undefined ? list : requestPath(paths.requesterDatasets, requestId)}
            startIcon={<ArrowBack />}
            size="small"
          >
            {requestId === undefined ? 'Back' : 'Datasets'}
          </Button>
        }
        title={title}
        purpose={request ? `${request.title} (${request.tracking_id}). ${purpose}` : purpose}
      />
      {missing && <RequestMissing />}
      {failure && <LoadFailed error={failure} onRetry={retry} />}
      {!missing && !failure && (!request || !datasets) && <RowsSkeleton count={6} />}
      {request && datasets && !dataset && <NoDataset request={request} named={text !== null} />}
      {request && dataset && datasets && (
        <>
          <NotEditable request={request} />
          {datasets.length > 1 ? (
            <TextField
              select
              label="Dataset"
              value={dataset.rdataset_id}
              onChange={({ target }) => choose(Number(target.value))}
              sx={{ mb: 2, width: { xs: '100%', sm: 420 } }}
            >
              {datasets.map(({ rdataset_id, data_source, dataset_description }) => (
                <MenuItem key={rdataset_id} value={rdataset_id}>
                  <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
                    Dataset {rdataset_id}, {data_source.source}: {dataset_description}
                  </Box>
                </MenuItem>
              ))}
            </TextField>
          ) : null}
          <Box key={dataset.rdataset_id}>{children(request, dataset, busy)}</Box>
        </>
      )}
      <EditDialogs />
    </>
  );
}

/** Shown if the address names no dataset of the request, or the request has none. */
function NoDataset({ request, named }: { request: DataRequest; named: boolean }) {
  return (
    <EmptyState
      message={named ? 'No such dataset in this request' : 'This request has no datasets.'}
      action={
        named && (
          <Button
            component={Link}
            to={requestPath(paths.requesterDatasets, request.request_id)}
            variant="contained"
          >
            Datasets of this request
          </Button>
        )
      }
    />
  );
}

export function NotEditable({ request }: { request: DataRequest }) {
  const edit = editOf(request, 'dataSource');
  if (edit?.may_edit !== false) return null;
  return (
    <Alert severity="info" role="note" sx={{ mb: 2 }}>
      {edit.why_not}
    </Alert>
  );
}

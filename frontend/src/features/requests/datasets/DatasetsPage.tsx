import AddIcon from '@mui/icons-material/Add';
import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { SortKey } from '@/api/lists';
import type { DataRequest } from '@/api/models';
import { requestPath } from '@/app/paths';
import { EmptyState } from '@/ui/EmptyState';
import { LoadedList } from '@/ui/LoadedList';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeader } from '@/ui/PageHeader';
import { PlainList } from '@/ui/PlainList';
import { PreviousNext } from '@/ui/PreviousNext';
import { datasetQueries } from '@/shared/requests/datasetQueries';
import { RowsSkeleton } from '@/ui/Skeletons';
import { mayEdit, openEdit } from '@/lib/requestEdits';
import { statusLine } from '@/lib/requestStatus';
import { useListUrl } from '@/lib/useListUrl';
import { EditDialogs } from '../edits/EditDialogs';
import { DatasetCard } from './DatasetCard';
import { NotEditable } from './DatasetFrame';
import { RequestMissing } from './RequestMissing';
import { useDatasets } from './useDatasets';
import { useRequestPages } from './useRequestPages';

/** Rows per page (2 §9). */
const PAGE_SIZE = 5;

/** The fields to sort by: the id, in both directions (2 §2). */
const SORTS: readonly SortKey<'/api/v1/data_requests/requested_datasets'>[] = ['rdataset_id'];

/**
 * /requester/myrequests/datasets: the datasets of one's own request, or of a request that a Super
 * User edits (2 §2, §6).
 */
export default function DatasetsPage() {
  const { requestId, request, missing, failure, retry } = useDatasets();
  const { list, detail } = useRequestPages();
  return (
    <>
      <PageHeader
        above={
          <Button
            component={Link}
            to={requestId === undefined || missing ? list : requestPath(detail, requestId)}
            startIcon={<ArrowBack />}
            size="small"
          >
            Back
          </Button>
        }
        title={request?.title ?? 'Requested Datasets'}
        purpose={
          request
            ? `The datasets that ${request.tracking_id} requests. ${statusLine(request)}`
            : 'The datasets that a request includes.'
        }
        action={
          request &&
          mayEdit(request, 'dataSource') && (
            <Button
              variant="contained"
              startIcon={<AddIcon />}
              onClick={() => openEdit(request, { kind: 'dataset', row: null })}
            >
              Create Dataset
            </Button>
          )
        }
      />
      {missing && <RequestMissing />}
      {failure && <LoadFailed error={failure} onRetry={retry} />}
      {!missing && !failure && !request && <RowsSkeleton count={PAGE_SIZE} height={140} />}
      {request && (
        <>
          <NotEditable request={request} />
          <Datasets request={request} />
        </>
      )}
      <EditDialogs />
    </>
  );
}

function Datasets({ request }: { request: DataRequest }) {
  const list = useListUrl({ pageSize: PAGE_SIZE, sorts: SORTS });
  const sort = list.sort === 'rdataset_id' ? 'rdataset_id' : '-rdataset_id';
  const loaded = useQuery(
    datasetQueries.list({
      requestId: request.request_id,
      search: list.search,
      sort,
      page: list.page,
      pageSize: PAGE_SIZE,
    }),
  );
  return (
    <>
      <TextField
        select
        label="Order"
        value={sort}
        onChange={({ target }) =>
          list.change({ sort: target.value === 'rdataset_id' ? 'rdataset_id' : '' })
        }
        sx={{ width: 180, mb: 2 }}
      >
        <MenuItem value="-rdataset_id">New to Old</MenuItem>
        <MenuItem value="rdataset_id">Old to New</MenuItem>
      </TextField>
      <LoadedList
        list={list}
        loaded={loaded}
        skeleton={(rows = PAGE_SIZE) => <RowsSkeleton count={rows} height={140} />}
        empty={<EmptyState message="This request has no datasets." />}
      >
        {(datasets, total) => (
          <>
            <PlainList aria-label="Requested datasets" sx={{ display: 'grid', gap: 1.5 }}>
              {datasets.map((dataset) => (
                <DatasetCard key={dataset.rdataset_id} request={request} dataset={dataset} />
              ))}
            </PlainList>
            <PreviousNext list={list} total={total} />
          </>
        )}
      </LoadedList>
    </>
  );
}

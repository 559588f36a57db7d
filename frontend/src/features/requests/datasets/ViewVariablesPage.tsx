import RemoveIcon from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { DataRequest, DatasetVariable, RequestedDataset } from '@/api/models';
import { datasetQueries, VARIABLE_SORTS } from '@/shared/requests/datasetQueries';
import { SinceRequestMark } from '@/shared/requests/SinceRequestMark';
import { variableColumns } from '@/shared/requests/variableColumns';
import type { ListColumn } from '@/ui/table/columns';
import { ListSearch, ServerList } from '@/ui/ServerList';
import { count } from '@/lib/numbers';
import { mayEdit, openEdit } from '@/lib/requestEdits';
import { toast } from '@/lib/toast';
import { useListUrl } from '@/lib/useListUrl';
import { EditRefusal } from '../edits/EditRefusal';
import { useEdit } from '../edits/useEdit';
import { DatasetFrame } from './DatasetFrame';
import { FloatingButton } from './FloatingButton';

/** Rows per page, and the page sizes offered (decisions, "Requests"). */
const PAGE_SIZE = 10;
const PAGE_SIZES = [10, 15, 20, 25];

const columns = variableColumns<DatasetVariable>(
  (row) => row.var,
  (row) => <SinceRequestMark row={row} />,
);
const nameOf = (row: DatasetVariable) => row.var.var_name;

/**
 * /requester/myrequests/datasets/viewvariables: lists the variables of a dataset, and removes some
 * (2 §2).
 */
export default function ViewVariablesPage() {
  return (
    <DatasetFrame title="Dataset variables" purpose="The variables requested in the dataset.">
      {(request, dataset, busy) => (
        <DatasetVariableTable request={request} dataset={dataset} busy={busy} />
      )}
    </DatasetFrame>
  );
}

interface Props {
  request: DataRequest;
  dataset: RequestedDataset;
  busy: boolean;
}

function DatasetVariableTable({ request, dataset, busy }: Props) {
  const list = useListUrl({ pageSize: PAGE_SIZE, pageSizes: PAGE_SIZES, sorts: VARIABLE_SORTS });
  const [selected, select] = useState<ReadonlySet<number>>(new Set());
  const editable = mayEdit(request, 'dataSource');
  const edit = useEdit(request, { kind: 'dataSource' });
  const { save, pending } = edit;
  const loaded = useQuery(
    datasetQueries.variables({
      datasetId: dataset.rdataset_id,
      search: list.search,
      sort: list.sort,
      page: list.page,
      pageSize: list.pageSize,
    }),
  );
  const waits = pending || busy;
  const listColumns = useMemo(
    (): readonly ListColumn<DatasetVariable>[] => [
      ...columns,
      {
        field: 'is_distinct',
        name: 'Distinct values only',
        width: 130,
        cell: (row) =>
          editable ? (
            <Switch
              checked={row.is_distinct}
              disabled={waits}
              onChange={(_, isDistinct) =>
                save({ kind: 'distinct', id: row.dataset_variable_id, isDistinct })
              }
              slotProps={{ input: { 'aria-label': `Distinct values only: ${nameOf(row)}` } }}
            />
          ) : row.is_distinct ? (
            'Yes'
          ) : (
            'No'
          ),
      },
    ],
    [editable, waits, save],
  );
  const remove = () => {
    if (selected.size === 0) {
      toast('No Variables have been selected.', 'warning');
      return;
    }
    openEdit(request, {
      kind: 'removeVariables',
      row: dataset,
      ids: [...selected],
      onSaved: () => select(new Set()),
    });
  };
  return (
    <>
      {edit.error && (
        <Box sx={{ mb: 2 }}>
          <EditRefusal
            edit={edit}
            section="dataSource"
            onRetry={edit.again}
            onKeepMine={edit.again}
            onUseSaved={edit.dismiss}
            heading="h2"
          />
        </Box>
      )}
      <ListSearch list={list} placeholder="Table, variable, data type, meaning or synonym" />
      <ServerList
        label="Dataset variables"
        list={list}
        loaded={loaded}
        empty="No variables found"
        columns={listColumns}
        keyOf={({ dataset_variable_id }) => dataset_variable_id}
        pageSizes={PAGE_SIZES}
        selection={editable ? { selected, change: select, nameOf } : undefined}
      />
      {editable && (
        <FloatingButton
          icon={<RemoveIcon />}
          colour="secondary"
          label={
            selected.size === 0 ? 'Remove variables' : `Remove ${count(selected.size, 'variable')}`
          }
          onClick={remove}
        />
      )}
    </>
  );
}

import AddIcon from '@mui/icons-material/Add';
import Chip from '@mui/material/Chip';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { DataRequest, RequestedDataset, Variable } from '@/api/models';
import { datasetQueries, VARIABLE_SORTS } from '@/shared/requests/datasetQueries';
import { requestQueries } from '@/shared/requests/queries';
import { variableColumns } from '@/shared/requests/variableColumns';
import type { ListColumn } from '@/ui/table/columns';
import { ListSearch, ServerList } from '@/ui/ServerList';
import { count } from '@/lib/numbers';
import { mayEdit, openEdit } from '@/lib/requestEdits';
import { toast } from '@/lib/toast';
import { useListUrl } from '@/lib/useListUrl';
import { DatasetFrame } from './DatasetFrame';
import { FloatingButton } from './FloatingButton';

/** Rows per page, and the page sizes offered (decisions, "Requests"). */
const PAGE_SIZE = 10;
const PAGE_SIZES = [10, 15, 25, 50];

const columns = variableColumns<Variable>((variable) => variable);
const nameOf = ({ var_name }: Variable) => var_name;

/** /requester/myrequests/datasets/addvariables: adds published variables to a dataset (2 §2). */
export default function AddVariablesPage() {
  return (
    <DatasetFrame title="Add variables" purpose="Choose variables to add to the dataset.">
      {(request, dataset) => <OfferedVariableTable request={request} dataset={dataset} />}
    </DatasetFrame>
  );
}

interface Props {
  request: DataRequest;
  dataset: RequestedDataset;
}

function OfferedVariableTable({ request, dataset }: Props) {
  const list = useListUrl({ pageSize: PAGE_SIZE, pageSizes: PAGE_SIZES, sorts: VARIABLE_SORTS });
  const [selected, select] = useState<ReadonlySet<number>>(new Set());
  const editable = mayEdit(request, 'dataSource');
  const loaded = useQuery(
    datasetQueries.offered({
      dataSourceId: dataset.data_source.data_source_id,
      search: list.search,
      sort: list.sort,
      page: list.page,
      pageSize: list.pageSize,
    }),
  );
  const all = useQuery(requestQueries.allVariables(request.request_id, request.version)).data;
  const present = useMemo(
    () =>
      new Set(
        all?.filter(({ rdataset }) => rdataset === dataset.rdataset_id).map(({ var_id }) => var_id),
      ),
    [all, dataset.rdataset_id],
  );
  const listColumns = useMemo(
    (): readonly ListColumn<Variable>[] => [
      ...columns,
      {
        field: 'present',
        name: 'Dataset',
        width: 140,
        cell: ({ var_id }) =>
          present.has(var_id) ? (
            <Chip size="small" label="In the dataset" variant="outlined" />
          ) : (
            'Not in the dataset'
          ),
      },
    ],
    [present],
  );
  const add = () => {
    if (selected.size === 0) {
      toast('No Variables have been selected.', 'warning');
      return;
    }
    openEdit(request, {
      kind: 'addVariables',
      row: dataset,
      ids: [...selected],
      onSaved: () => select(new Set()),
    });
  };
  return (
    <>
      <ListSearch list={list} placeholder="Table, variable, data type, meaning or synonym" />
      <ServerList
        label="Variables to add"
        list={list}
        loaded={loaded}
        empty="No variables found"
        columns={listColumns}
        keyOf={({ var_id }) => var_id}
        pageSizes={PAGE_SIZES}
        selection={
          editable
            ? {
                selected,
                change: select,
                nameOf,
                isSelectable: ({ var_id }) => !present.has(var_id),
              }
            : undefined
        }
      />
      {editable && (
        <FloatingButton
          icon={<AddIcon />}
          colour="primary"
          label={selected.size === 0 ? 'Add variables' : `Add ${count(selected.size, 'variable')}`}
          onClick={add}
        />
      )}
    </>
  );
}

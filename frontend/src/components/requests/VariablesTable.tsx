import Box from '@mui/material/Box';
import type { DataRequest, RequestedVariable } from '@/api/models';
import { plainMeaning } from '@/components/Meaning';
import { PagedTable, type Column } from '@/components/PagedTable';

const columns: readonly Column<RequestedVariable>[] = [
  {
    name: 'Variable',
    cell: ({ var_name, is_identifiable, is_distinct }) => (
      <>
        <Box component="span" sx={{ fontWeight: 550, color: is_identifiable ? 'pii' : undefined }}>
          {var_name}
          {is_identifiable && ' (PII)'}
        </Box>
        {is_distinct && ', distinct values only'}
      </>
    ),
  },
  { name: 'Table', cell: ({ tbl_name }) => tbl_name },
  { name: 'Data type', cell: ({ data_type }) => data_type },
  { name: 'Meaning', cell: ({ meaning_blocks }) => plainMeaning(meaning_blocks) },
];

/** Stands first where a request has several datasets. */
const datasetColumn: Column<RequestedVariable> = {
  name: 'Dataset',
  cell: ({ rdataset, source }) => `${rdataset}, ${source}`,
};

/** The variables that a request asks for, with those marked that identify a person (2 §2). */
export function VariablesTable({ request, dense }: { request: DataRequest; dense?: boolean }) {
  return (
    <PagedTable
      label="Requested variables"
      rows={request.dataset_variables}
      columns={request.requested_datasets.length > 1 ? [datasetColumn, ...columns] : columns}
      keyOf={({ dataset_variable_id }) => dataset_variable_id}
      pageSizes={[10, 15, 20, 25]}
      dense={dense}
    />
  );
}

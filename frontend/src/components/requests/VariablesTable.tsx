import Box from '@mui/material/Box';
import type { DataRequest, Variable } from '@/api/models';
import { plainMeaning } from '@/components/Meaning';
import { PagedTable, type Column } from '@/components/PagedTable';

const columns: readonly Column<Variable>[] = [
  {
    name: 'Variable',
    cell: ({ var_name, is_identifiable }) => (
      <Box component="span" sx={{ fontWeight: 550, color: is_identifiable ? 'pii' : undefined }}>
        {var_name}
        {is_identifiable && ' (PII)'}
      </Box>
    ),
  },
  { name: 'Table', cell: ({ tbl_name }) => tbl_name },
  { name: 'Data type', cell: ({ data_type }) => data_type },
  { name: 'Meaning', cell: ({ meaning_blocks }) => plainMeaning(meaning_blocks) },
];

/** The variables that a request asks for, with those marked that identify a person (2 §2). */
export function VariablesTable({ request, dense }: { request: DataRequest; dense?: boolean }) {
  return (
    <PagedTable
      label="Requested variables"
      rows={request.dataset_variables}
      columns={columns}
      keyOf={({ var_id }) => var_id}
      pageSizes={[10, 15, 20, 25]}
      dense={dense}
    />
  );
}

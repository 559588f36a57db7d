import Box from '@mui/material/Box';
import type { DataRequest, Variable } from '@/api/models';
import { DocumentButton } from '@/components/DocumentButton';
import { EmptyState } from '@/components/EmptyState';
import { PagedTable, type Column } from '@/components/PagedTable';
import { decodeEntities } from '@/lib/decodeEntities';
import { count } from '@/lib/numbers';
import { Section } from './Section';

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
  { name: 'Meaning', cell: ({ meaning }) => decodeEntities(meaning ?? '') },
];

/** The variables that a request asks for, and the document that names them (2 §2). */
export function RequestedVariables({ request }: { request: DataRequest }) {
  const { dataset_variables: variables, data_specs_path: document } = request;
  return (
    <Section
      title={
        variables.length > 0 ? count(variables.length, 'requested variable') : 'Requested variables'
      }
      about="specification"
      framed={false}
    >
      {document && (
        <Box sx={{ mb: 2 }}>
          <DocumentButton path={document} title="General Data Specification Form" />
        </Box>
      )}
      {variables.length === 0 ? (
        <EmptyState
          message="No variables found"
          hint={document ? 'The General Data Specification Form names them.' : undefined}
        />
      ) : (
        <PagedTable
          label="Variables"
          rows={variables}
          columns={columns}
          keyOf={({ var_id }) => var_id}
          pageSizes={[10, 15, 20, 25]}
        />
      )}
    </Section>
  );
}

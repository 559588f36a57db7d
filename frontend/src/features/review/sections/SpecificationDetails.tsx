import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { DataRequest, Variable } from '@/api/models';
import { DataItem, DataList } from '@/components/DataList';
import { formatDate } from '@/lib/dates';
import { decodeEntities } from '@/lib/decodeEntities';
import { PagedTable, type Column } from './PagedTable';
import { RequestDocumentButton } from './RequestDocumentButton';

const columns: readonly Column<Variable>[] = [
  { name: 'Table', cell: ({ tbl_name }) => tbl_name },
  {
    name: 'Variable',
    cell: ({ var_name, is_identifiable }) =>
      is_identifiable ? (
        <Box component="span" sx={{ color: 'pii', fontWeight: 600 }}>
          {var_name} (PII)
        </Box>
      ) : (
        var_name
      ),
  },
  { name: 'Data type', cell: ({ data_type }) => data_type },
  { name: 'Meaning', cell: ({ meaning }) => decodeEntities(meaning ?? '') },
];

/** "05 March 2024 to today": a range of which either end may be open. */
function range({ start_value, end_value }: DataRequest['filters']['date_range_filter']) {
  if (!start_value && !end_value) return undefined;
  if (!start_value) return `Until ${formatDate(end_value ?? '')}`;
  return end_value
    ? `${formatDate(start_value)} to ${formatDate(end_value)}`
    : `From ${formatDate(start_value)}`;
}

/** What is asked for: the description, the filters, the form if one was filed, and the variables. */
export function SpecificationDetails({ request }: { request: DataRequest }) {
  const { facility_filter, date_range_filter } = request.filters;
  const identifiable = request.dataset_variables.filter(({ is_identifiable }) => is_identifiable);
  return (
    <>
      <DataList>
        <DataItem name="Description">{request.dataset_description}</DataItem>
        <DataItem name="Facilities">{facility_filter.join('; ')}</DataItem>
        <DataItem name="Period of the data">{range(date_range_filter)}</DataItem>
        <DataItem name="Data specification form">
          <RequestDocumentButton
            request={request}
            path={request.data_specs_path}
            title="Data Specification Form"
          />
        </DataItem>
      </DataList>
      <Typography variant="h4" component="h3" sx={{ mt: 2, mb: 1 }}>
        Variables
      </Typography>
      {request.dataset_variables.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          No variables found
        </Typography>
      ) : (
        <>
          {identifiable.length > 0 && (
            <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
              Personal identifiable information (PII) is marked and is de-identified before
              delivery.
            </Typography>
          )}
          <PagedTable
            label="Requested variables"
            rows={request.dataset_variables}
            columns={columns}
            keyOf={({ var_id }) => var_id}
            pageSizes={[10, 15, 20, 25]}
          />
        </>
      )}
    </>
  );
}

import Typography from '@mui/material/Typography';
import type { DataRequest } from '@/api/models';
import { DataItem, DataList } from '@/components/DataList';
import { VariablesTable } from '@/components/requests/VariablesTable';
import { formatDate } from '@/lib/dates';
import { RequestDocumentButton } from './RequestDocumentButton';

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
          <VariablesTable request={request} dense />
        </>
      )}
    </>
  );
}

import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import type { DataRequest } from '@/api/models';
import { PublishedSourceField } from '@/shared/dictionary/PublishedSourceField';
import { count } from '@/lib/numbers';
import { EditForm } from './EditForm';

/**
 * Edits the data source. A warning tells that the variables of the old source leave the request.
 */
export function DataSourceForm({ request }: { request: DataRequest }) {
  const present = request.data_source;
  const variables = request.requested_datasets[0]?.variables_count ?? 0;
  const isOther = (source: number | null) => source !== null && source !== present?.data_source_id;
  return (
    <EditForm<{ data_source: number | null }>
      request={request}
      target={{ kind: 'dataSource' }}
      title="Edit the Data Source"
      initial={{ data_source: present?.data_source_id ?? null }}
      check={({ data_source }) => ({
        data_source: data_source === null ? 'Please select the Data Source.' : undefined,
      })}
      content={(answers) => ({ kind: 'answers', answers })}
    >
      {(form) => (
        <>
          <PublishedSourceField {...form.field('data_source')} label="Data Source" required />
          {request.status === 'Pending' && (
            <Typography variant="body2" color="textSecondary">
              During the review, you can only choose a source in the custody of the same
              organisation.
            </Typography>
          )}
          {isOther(form.values.data_source) && variables > 0 && (
            <Alert severity="warning">
              {count(variables, 'variable')} of {present?.source ?? 'the current source'} will be
              removed from the Data Request. Then choose variables of the new source
              {request.data_specs_path ? '' : ', or upload the General Data Specification Form'}.
            </Alert>
          )}
        </>
      )}
    </EditForm>
  );
}

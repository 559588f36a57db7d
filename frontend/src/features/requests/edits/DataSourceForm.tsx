import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import type { DataRequest } from '@/api/models';
import { PublishedSourceField } from '@/components/PublishedSourceField';
import { count } from '@/lib/numbers';
import { Check } from '../wizard/faults';
import { EditForm, fieldId } from './EditForm';
import { useEditDraft } from './useEdit';

/** Edits from which source the data is wanted. Its variables leave the request, which is said before. */
export function DataSourceForm({ request }: { request: DataRequest }) {
  const present = request.data_source;
  const [source, setSource] = useEditDraft<number | null>(
    request,
    { kind: 'dataSource' },
    () => present?.data_source_id ?? null,
  );
  const check = new Check();
  check.needs(source, 'data_source', 'Please select the Data Source.');
  const variables = request.requested_datasets[0]?.variables_count ?? 0;
  const isOther = source !== null && source !== present?.data_source_id;
  return (
    <EditForm
      request={request}
      target={{ kind: 'dataSource' }}
      title="Edit the Data Source"
      faults={check.faults}
      content={() => ({ kind: 'answers', answers: { data_source: source } })}
    >
      {(faultOf) => (
        <>
          <PublishedSourceField
            id={fieldId('data_source')}
            label="Data Source"
            required
            value={source}
            onChange={setSource}
            error={faultOf('data_source')}
          />
          {request.status === 'Pending' && (
            <Typography variant="body2" color="textSecondary">
              While reviewers decide, only a source in the custody of the same organisation can be
              chosen.
            </Typography>
          )}
          {isOther && variables > 0 && (
            <Alert severity="warning">
              {count(variables, 'variable')} of {present?.source ?? 'the present source'} will leave
              the Data Request. Choose variables of the other one afterwards
              {request.data_specs_path ? '' : ', or upload the General Data Specification Form'}.
            </Alert>
          )}
        </>
      )}
    </EditForm>
  );
}

import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import type { DataRequest, RequestedDataset } from '@/api/models';
import { LimitedField } from '@/components/LimitedField';
import { PublishedSourceField } from '@/components/PublishedSourceField';
import { PROSE_LIMIT } from '@/lib/limits';
import { count } from '@/lib/numbers';
import { Check } from '../wizard/faults';
import { EditForm, fieldId } from './EditForm';
import { useEditDraft } from './useEdit';

interface Props {
  request: DataRequest;
  /** Nothing for a new one. */
  dataset: RequestedDataset | null;
}

interface Typed {
  description: string;
  source: number | null;
}

/** Adds a dataset to a request, or edits one. Another source takes the variables of the one before with it, which is said before. */
export function DatasetForm({ request, dataset }: Props) {
  const present = dataset?.data_source ?? null;
  const [{ description, source }, set] = useEditDraft<Typed>(
    request,
    { kind: 'dataset', row: dataset },
    () => ({
      description: dataset?.dataset_description ?? '',
      source: (present ?? request.data_source)?.data_source_id ?? null,
    }),
  );
  const check = new Check();
  check.needs(description, 'dataset_description', 'Please enter the Dataset Description');
  check.fits(description, 'dataset_description', 'Dataset Description', PROSE_LIMIT);
  check.needs(source, 'data_source', 'Please select the Data Source.');
  const leaving = dataset && source !== present?.data_source_id ? dataset.variables_count : 0;
  return (
    <EditForm
      request={request}
      target={{ kind: 'dataset', row: dataset }}
      title={dataset ? `Edit dataset ${dataset.rdataset_id}` : 'Create Dataset'}
      saveLabel={dataset ? 'Save' : 'Create Dataset'}
      width="50vw"
      faults={check.faults}
      content={() => ({
        kind: 'dataset',
        id: dataset?.rdataset_id ?? null,
        row: { dataset_description: description, data_source: source },
      })}
    >
      {(faultOf) => (
        <>
          <LimitedField
            limit={PROSE_LIMIT}
            id={fieldId('dataset_description')}
            label="Dataset Description"
            required
            autoFocus
            multiline
            minRows={3}
            value={description}
            onChange={({ target }) => set({ description: target.value, source })}
            error={faultOf('dataset_description') !== undefined}
            helperText={faultOf('dataset_description') ?? 'Which data you need, in your own words.'}
          />
          <PublishedSourceField
            id={fieldId('data_source')}
            label="Data Source"
            required
            value={source}
            onChange={(chosen) => set({ description, source: chosen })}
            error={faultOf('data_source')}
          />
          {request.status === 'Pending' && (
            <Typography variant="body2" color="textSecondary">
              While reviewers decide, only a source in the custody of the same organisation can be
              chosen.
            </Typography>
          )}
          {leaving > 0 && (
            <Alert severity="warning">
              {count(leaving, 'variable')} of {present?.source} will leave the dataset. Choose
              variables of the other one afterwards.
            </Alert>
          )}
        </>
      )}
    </EditForm>
  );
}

import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import type { DataRequest, RequestedDataset } from '@/api/models';
import { LimitedField } from '@/ui/LimitedField';
import { PublishedSourceField } from '@/shared/dictionary/PublishedSourceField';
import { PROSE_LIMIT } from '@/lib/limits';
import { count } from '@/lib/numbers';
import { textError } from '@/lib/textErrors';
import { EditForm } from './EditForm';

interface Props {
  request: DataRequest;
  dataset: RequestedDataset | null;
}

interface DatasetValues {
  dataset_description: string;
  data_source: number | null;
}

const check = ({ dataset_description, data_source }: DatasetValues) => ({
  dataset_description: textError(
    dataset_description,
    'Dataset Description',
    'Please enter the Dataset Description',
    PROSE_LIMIT,
  ),
  data_source: data_source === null ? 'Please select the Data Source.' : undefined,
});

/**
 * Adds or edits a dataset of a request. A warning tells that the variables of the old source leave
 * the dataset.
 */
export function DatasetForm({ request, dataset }: Props) {
  const present = dataset?.data_source ?? null;
  const leaving = (source: number | null) =>
    dataset && source !== present?.data_source_id ? dataset.variables_count : 0;
  return (
    <EditForm<DatasetValues>
      request={request}
      target={{ kind: 'dataset', row: dataset }}
      title={dataset ? `Edit dataset ${dataset.rdataset_id}` : 'Create Dataset'}
      saveLabel={dataset ? 'Save' : 'Create Dataset'}
      width="max(50vw, 450px)"
      initial={{
        dataset_description: dataset?.dataset_description ?? '',
        data_source: (present ?? request.data_source)?.data_source_id ?? null,
      }}
      check={check}
      content={(row) => ({ kind: 'dataset', id: dataset?.rdataset_id ?? null, row })}
    >
      {(form) => (
        <>
          <LimitedField
            limit={PROSE_LIMIT}
            {...form.text('dataset_description', 'Which data you need, in your own words.')}
            label="Dataset Description"
            required
            autoFocus
            multiline
            minRows={3}
          />
          <PublishedSourceField {...form.field('data_source')} label="Data Source" required />
          {request.status === 'Pending' && (
            <Typography variant="body2" color="textSecondary">
              During the review, you can only choose a source in the custody of the same
              organisation.
            </Typography>
          )}
          {leaving(form.values.data_source) > 0 && (
            <Alert severity="warning">
              {count(leaving(form.values.data_source), 'variable')} of {present?.source} will be
              removed from the dataset. Then choose variables of the new source.
            </Alert>
          )}
        </>
      )}
    </EditForm>
  );
}

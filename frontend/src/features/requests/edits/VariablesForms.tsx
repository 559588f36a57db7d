import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import type { DataRequest } from '@/api/models';
import { count } from '@/lib/numbers';
import type { EditTarget } from '@/lib/requestEdits';
import { EditForm } from './EditForm';

interface Props {
  request: DataRequest;
  target: Extract<EditTarget, { onSaved: unknown }>;
}

export function AddVariablesForm({ request, target }: Props) {
  const { row, ids } = target;
  const chosen = count(ids.length, 'variable');
  return (
    <EditForm
      request={request}
      target={target}
      title={`Add ${chosen}`}
      saveLabel={`Add ${chosen}`}
      alsoLabel="Add and mark as resolved"
      initial={{ isDistinct: false }}
      content={({ isDistinct }) => ({
        kind: 'addVariables',
        dataset: row.rdataset_id,
        variables: ids,
        isDistinct,
      })}
    >
      {(form) => (
        <>
          <Typography>
            {chosen} of {row.data_source.source} will be added to dataset {row.rdataset_id}.
          </Typography>
          <FormControlLabel
            control={
              <Checkbox
                checked={form.values.isDistinct}
                onChange={(_, checked) => form.set('isDistinct', checked)}
              />
            }
            label="Distinct values only"
          />
        </>
      )}
    </EditForm>
  );
}

export function RemoveVariablesForm({ request, target }: Props) {
  const { row, ids } = target;
  const chosen = count(ids.length, 'variable');
  return (
    <EditForm
      request={request}
      target={target}
      title={`Remove ${chosen}?`}
      saveLabel={`Remove ${chosen}`}
      alsoLabel="Remove and mark as resolved"
      initial={{}}
      content={() => ({ kind: 'removeVariables', dataset: row.rdataset_id, variables: ids })}
    >
      {() => (
        <Typography>
          {ids.length === 1 ? 'It' : 'They'} will be removed from dataset {row.rdataset_id}.
          Reviewers can still see {ids.length === 1 ? 'it' : 'them'} in older versions of the Data
          Request.
        </Typography>
      )}
    </EditForm>
  );
}

import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import type { DataRequest } from '@/api/models';
import { DateField } from '@/ui/DateField';
import type { FieldErrors } from '@/ui/records/useRecordForm';
import { ChoiceAnswer, Pair } from '../wizard/fields';
import { dataFormats, type DataFormat } from '../wizard/questions';
import { FollowUps } from '@/ui/FollowUps';
import { EditForm } from './EditForm';

interface Format {
  data_format: DataFormat | '';
  direct_access_from: string;
  direct_access_to: string;
  no_date_limit: boolean;
}

const options = dataFormats.map((value) => ({ value }));

const hasPeriod = ({ data_format, no_date_limit }: Format) =>
  data_format === 'Direct access' && !no_date_limit;

/** Returns the validation errors of the format (2 §5, "Data format patch"). */
function check(format: Format): FieldErrors<Format> {
  const { data_format, direct_access_from: from, direct_access_to: to } = format;
  const missing = data_format ? undefined : 'Select a data format you want.';
  if (!hasPeriod(format)) return { data_format: missing };
  const isTurned = from && to && to <= from;
  return {
    data_format: missing,
    direct_access_from: from ? undefined : 'Direct Access From is required.',
    direct_access_to: !to
      ? 'Direct Access To is required.'
      : isTurned
        ? 'Enter the Direct Access To must be greater than Direct Access From.'
        : undefined,
  };
}

export function DataFormatForm({ request }: { request: DataRequest }) {
  return (
    <EditForm<Format>
      request={request}
      target={{ kind: 'dataFormat' }}
      title="Edit the Data Format"
      initial={{
        data_format: dataFormats.find((known) => known === request.data_format) ?? '',
        direct_access_from: request.direct_access_from ?? '',
        direct_access_to: request.direct_access_to ?? '',
        no_date_limit: request.no_date_limit,
      }}
      check={check}
      content={(format) => ({
        kind: 'answers',
        answers: {
          data_format: format.data_format || null,
          direct_access_from: hasPeriod(format) ? format.direct_access_from : null,
          direct_access_to: hasPeriod(format) ? format.direct_access_to : null,
          no_date_limit: format.data_format === 'Direct access' && format.no_date_limit,
        },
      })}
    >
      {(form) => (
        <>
          <ChoiceAnswer
            {...form.field('data_format')}
            label="In what format do you want the data? *"
            options={options}
          />
          <FollowUps asked={form.values.data_format === 'Direct access'} labels="No date limit">
            <FormControlLabel
              control={
                <Checkbox
                  size="small"
                  checked={form.values.no_date_limit}
                  onChange={({ target }) => form.set('no_date_limit', target.checked)}
                />
              }
              label="No date limit"
            />
          </FollowUps>
          <FollowUps
            asked={hasPeriod(form.values)}
            labels="Direct Access From and Direct Access To"
          >
            <Pair>
              <DateField
                {...form.field('direct_access_from')}
                label="Direct Access From"
                required
              />
              <DateField
                {...form.field('direct_access_to')}
                label="Direct Access To"
                required
                min={form.values.direct_access_from}
              />
            </Pair>
          </FollowUps>
        </>
      )}
    </EditForm>
  );
}

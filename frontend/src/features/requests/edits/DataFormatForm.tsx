import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import type { DataRequest } from '@/api/models';
import { DateField } from '@/components/DateField';
import { Check } from '../wizard/faults';
import { ChoiceAnswer, Pair } from '../wizard/fields';
import { dataFormats, type DataFormat } from '../wizard/questions';
import { FollowUps } from '@/components/FollowUps';
import { EditForm, fieldId } from './EditForm';
import { useEditDraft } from './useEdit';

interface Format {
  data_format: DataFormat | '';
  direct_access_from: string;
  direct_access_to: string;
  no_date_limit: boolean;
}

const options = dataFormats.map((value) => ({ value }));

/** Whether the answers name a period. */
const hasPeriod = ({ data_format, no_date_limit }: Format) =>
  data_format === 'Direct access' && !no_date_limit;

/** What is wrong with the format (2 §5, "Data format patch"). */
function formatFaults(format: Format) {
  const check = new Check();
  check.needs(format.data_format, 'data_format', 'Select a data format you want.');
  if (hasPeriod(format)) {
    const { direct_access_from: from, direct_access_to: to } = format;
    check.needs(from, 'direct_access_from', 'Direct Access From is required.');
    check.needs(to, 'direct_access_to', 'Direct Access To is required.');
    if (from && to && to <= from) {
      check.add(
        'direct_access_to',
        'Enter the Direct Access To must be greater than Direct Access From.',
      );
    }
  }
  return check.faults;
}

/** Edits in what form the data is wanted. */
export function DataFormatForm({ request }: { request: DataRequest }) {
  const [format, setFormat] = useEditDraft<Format>(request, { kind: 'dataFormat' }, () => ({
    data_format: dataFormats.find((known) => known === request.data_format) ?? '',
    direct_access_from: request.direct_access_from ?? '',
    direct_access_to: request.direct_access_to ?? '',
    no_date_limit: request.no_date_limit,
  }));
  const set = (changes: Partial<Format>) => setFormat({ ...format, ...changes });
  return (
    <EditForm
      request={request}
      target={{ kind: 'dataFormat' }}
      title="Edit the Data Format"
      faults={formatFaults(format)}
      content={() => ({
        kind: 'answers',
        answers: {
          data_format: format.data_format || null,
          direct_access_from: hasPeriod(format) ? format.direct_access_from : null,
          direct_access_to: hasPeriod(format) ? format.direct_access_to : null,
          no_date_limit: format.data_format === 'Direct access' && format.no_date_limit,
        },
      })}
    >
      {(faultOf) => (
        <>
          <ChoiceAnswer
            id={fieldId('data_format')}
            label="In what format do you want the data? *"
            options={options}
            value={format.data_format}
            onChange={(data_format) => set({ data_format })}
            error={faultOf('data_format')}
          />
          <FollowUps asked={format.data_format === 'Direct access'} labels="No date limit">
            <FormControlLabel
              control={
                <Checkbox
                  size="small"
                  checked={format.no_date_limit}
                  onChange={({ target }) => set({ no_date_limit: target.checked })}
                />
              }
              label="No date limit"
            />
          </FollowUps>
          <FollowUps asked={hasPeriod(format)} labels="Direct Access From and Direct Access To">
            <Pair>
              <DateField
                id={fieldId('direct_access_from')}
                label="Direct Access From"
                required
                value={format.direct_access_from}
                onChange={(direct_access_from) => set({ direct_access_from })}
                error={faultOf('direct_access_from')}
              />
              <DateField
                id={fieldId('direct_access_to')}
                label="Direct Access To"
                required
                value={format.direct_access_to}
                onChange={(direct_access_to) => set({ direct_access_to })}
                min={format.direct_access_from}
                error={faultOf('direct_access_to')}
              />
            </Pair>
          </FollowUps>
        </>
      )}
    </EditForm>
  );
}

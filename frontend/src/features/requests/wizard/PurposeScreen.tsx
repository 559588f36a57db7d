import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { DateField } from '@/ui/DateField';
import { LoadFailed } from '@/ui/LoadFailed';
import { referenceQueries } from '../queries';
import { ChoiceAnswer, ChoicesAnswer, Pair, Questions, TextAnswer, type Option } from './fields';
import { FollowUps } from '@/ui/FollowUps';
import { dataFormats, questions, type DataFormat } from './questions';
import { useFieldProps } from './useFieldProps';
import { OTHER_PURPOSE } from './validation';
import { marked, withId, type Withdrawn } from './withdrawn';
import { fieldId, useWizard } from './wizardContext';

const hints: Record<DataFormat, string> = {
  'Paper-based': 'Printed, handed over in person.',
  Electronic: 'As files, over a protected channel.',
  'Direct access':
    'You read the data at its source. Direct access is governed by an account management procedure.',
};
const formats: readonly Option<DataFormat>[] = dataFormats.map((value) => ({
  value,
  hint: hints[value],
}));

function purposeOptions(
  offered: readonly { purpose_id: number; purpose: string }[],
  { purposes }: Withdrawn,
) {
  const options = offered.map(({ purpose_id: id, purpose }) => ({
    id,
    label: withId(purposes, id) ? marked(purpose) : purpose,
  }));
  const gone = purposes.flatMap(({ id, name }) =>
    id === null || options.some((option) => option.id === id) ? [] : [{ id, label: marked(name) }],
  );
  // "Other" comes last. The specification prescribes its id, and no order.
  return [...options, ...gone].sort(
    (one, other) => Number(one.id === OTHER_PURPOSE) - Number(other.id === OTHER_PURPOSE),
  );
}

export function PurposeScreen() {
  const { draft, answer, faultOf, withdrawn } = useWizard();
  const fieldProps = useFieldProps();
  const { details } = draft;
  const isDirect = details.data_format === 'Direct access';
  const purposes = useQuery(referenceQueries.purposes());
  const gone = withdrawn.purposes.find(({ id }) => id !== null && details.purposes.includes(id));
  return (
    <Questions>
      {purposes.error ? (
        <LoadFailed error={purposes.error} onRetry={() => void purposes.refetch()} />
      ) : purposes.data ? (
        <ChoicesAnswer
          id={fieldId('request_purposes')}
          label="What will the data be used for? *"
          hint="Choose all that apply."
          options={purposeOptions(purposes.data, withdrawn)}
          value={details.purposes}
          // A deleted purpose is not shown, so the first change removes it.
          onChange={(chosen) => {
            const shown = purposeOptions(purposes.data, withdrawn);
            answer({ purposes: chosen.filter((id) => shown.some((option) => option.id === id)) });
          }}
          error={faultOf('request_purposes') ?? gone?.message}
        />
      ) : (
        <Skeleton variant="rounded" height={160} />
      )}
      <FollowUps asked={details.purposes.includes(OTHER_PURPOSE)} labels="Purpose Description">
        <TextAnswer
          {...fieldProps('purpose_description')}
          rows={2}
          hint="Describe the other purpose."
        />
      </FollowUps>
      <ChoiceAnswer
        id={fieldId('data_format')}
        label="In what format do you want the data? *"
        options={formats}
        value={details.data_format}
        onChange={(data_format) => answer({ data_format })}
        error={faultOf('data_format')}
      />
      <FollowUps asked={isDirect} labels="No date limit">
        <FormControlLabel
          control={
            <Checkbox
              size="small"
              checked={details.no_date_limit}
              onChange={({ target }) => answer({ no_date_limit: target.checked })}
            />
          }
          label={questions.no_date_limit.label}
        />
      </FollowUps>
      <FollowUps
        asked={isDirect && !details.no_date_limit}
        labels="Direct Access From and Direct Access To"
      >
        <Pair>
          <DateField {...fieldProps('direct_access_from')} />
          <DateField {...fieldProps('direct_access_to')} min={details.direct_access_from} />
        </Pair>
      </FollowUps>
    </Questions>
  );
}

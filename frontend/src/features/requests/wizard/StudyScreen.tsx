import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { DateField } from '@/ui/DateField';
import { LoadFailed } from '@/ui/LoadFailed';
import { addDays, today } from '@/lib/days';
import { referenceQueries } from '../queries';
import { Questions, TextAnswer } from './fields';
import { questions } from './questions';
import { useFieldProps } from './useFieldProps';
import { PICKER_DAYS_AHEAD } from './validation';
import { marked, withId } from './withdrawn';
import { fieldId, useWizard } from './wizardContext';

export function StudyScreen() {
  const { draft, answer, faultOf, withdrawn } = useWizard();
  const fieldProps = useFieldProps();
  const { details } = draft;
  const committees = useQuery(referenceQueries.committees());
  const gone = withId(withdrawn.committees, details.ethics_committee);
  const offered = (committees.data ?? []).filter(({ irb_id }) => irb_id !== gone?.id);
  const isKnown =
    gone !== undefined || offered.some(({ irb_id }) => irb_id === details.ethics_committee);
  const committeeFault = faultOf('ethics_committee') ?? gone?.message;
  return (
    <Questions>
      <TextAnswer {...fieldProps('title')} />
      {committees.error ? (
        <LoadFailed error={committees.error} onRetry={() => void committees.refetch()} />
      ) : (
        <TextField
          select
          required
          id={fieldId('ethics_committee')}
          label={questions.ethics_committee.label}
          value={isKnown ? details.ethics_committee : ''}
          onChange={({ target }) => answer({ ethics_committee: Number(target.value) })}
          disabled={!committees.data}
          error={Boolean(committeeFault)}
          helperText={
            committeeFault ?? 'The committee that approved the study, or was asked to approve it.'
          }
        >
          {gone?.id && <MenuItem value={gone.id}>{marked(gone.name)}</MenuItem>}
          {offered.map(({ irb_id, irb_name }) => (
            <MenuItem key={irb_id} value={irb_id}>
              {irb_name}
            </MenuItem>
          ))}
        </TextField>
      )}
      <TextAnswer {...fieldProps('protocol_ref_num')} hint="As stated in the committee’s letter." />
      <Box sx={{ maxWidth: 420 }}>
        <DateField
          {...fieldProps('needed_on')}
          min={addDays(today(), PICKER_DAYS_AHEAD)}
          hint="Should be at least two weeks from now. Four weeks or more, on a weekday, give reviewers time."
        />
      </Box>
    </Questions>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { DialogFrame } from '@/ui/DialogFrame';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { LimitedField } from '@/ui/LimitedField';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { limits } from '@/lib/limits';
import { toast } from '@/lib/toast';
import { check, noAnswers, options } from './answers';
import { questions } from './questions';
import { useGiveFeedback } from './queries';

const FAILED = 'Failed to created a Data Request Feedback';

function yesNoOf(answer: boolean | undefined) {
  if (answer === undefined) return '';
  return answer ? 'Yes' : 'No';
}

interface Props {
  requestId: number;
  onClose: () => void;
}

/**
 * Asks how a request went (2 §5, "Feedback"). The first missing answer is a toast, and all of them
 * are shown at their questions.
 */
export function ProvideFeedbackDialog({ requestId, onClose }: Props) {
  const titleId = useId();
  const form = useRecordForm({
    name: `feedback ${requestId}`,
    initial: noAnswers,
    check,
    save: useGiveFeedback(requestId),
    inputOf: (answers) => answers,
    onSaved: ({ message }) => {
      toast(message, 'success');
      onClose();
    },
    onRefused: () => toast(FAILED, 'error'),
  });
  const { values, set, idOf, errorOf } = form;
  const choice = (
    field:
      | 'data_request_process_experience'
      | 'would_recommend_others'
      | 'expectations_met'
      | 'would_you_come_back',
    offered: readonly string[],
  ) => <Choice {...form.field(field)} question={questions[field]} offered={offered} />;
  const yesNo = (
    field: 'reasonable_response_timeframe' | 'study_questions_answered_by_request',
  ) => (
    <Choice
      id={idOf(field)}
      question={questions[field]}
      offered={options.yesNo}
      value={yesNoOf(values[field])}
      onChange={(answer) => set(field, answer === 'Yes')}
      error={errorOf(field)}
    />
  );
  const text = (field: 'improvement_suggestion' | 'additional_feedback') => (
    <LimitedField
      {...form.text(field)}
      limit={limits.FeedbackInputBody[field]}
      label={questions[field]}
      required={field === 'improvement_suggestion'}
      multiline
      minRows={2}
      maxRows={8}
    />
  );

  return (
    <DialogFrame
      onClose={onClose}
      pending={form.pending}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="sm"
    >
      <Box
        component="form"
        noValidate
        onSubmit={form.onSubmit}
        // The questions scroll between the title and the buttons.
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id={titleId}>
          Provide Feedback
          <Typography variant="body2" color="textSecondary">
            REQ0000{requestId}. Your feedback helps us improve.
          </Typography>
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
          {choice('data_request_process_experience', options.experience)}
          {choice('would_recommend_others', options.recommend)}
          {yesNo('reasonable_response_timeframe')}
          {yesNo('study_questions_answered_by_request')}
          {choice('expectations_met', options.expectations)}
          {text('improvement_suggestion')}
          {choice('would_you_come_back', options.yesNo)}
          {text('additional_feedback')}
          {form.error && <CallErrorAlert error={form.error} />}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={form.pending}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={form.pending}>
            Send feedback
          </Button>
        </DialogActions>
      </Box>
    </DialogFrame>
  );
}

interface ChoiceProps {
  /** The id of the first button, which gets the focus. */
  id: string;
  question: string;
  offered: readonly string[];
  value: string;
  onChange: (answer: string) => void;
  error?: string;
}

function Choice({ id, question, offered, value, onChange, error }: ChoiceProps) {
  const labelId = `${id}-label`;
  const faultId = `${id}-fault`;
  return (
    <FormControl error={Boolean(error)}>
      <FormLabel
        id={labelId}
        required
        sx={{
          fontWeight: 600,
          color: 'text.primary',
          '&.Mui-focused, &.Mui-error': { color: 'text.primary' },
        }}
      >
        {question}
      </FormLabel>
      <RadioGroup
        row
        aria-labelledby={labelId}
        aria-describedby={error ? faultId : undefined}
        value={value}
        onChange={(_, answer) => onChange(answer)}
      >
        {offered.map((option, index) => (
          <FormControlLabel
            key={option}
            value={option}
            label={option}
            control={
              <Radio size="small" slotProps={{ input: { id: index === 0 ? id : undefined } }} />
            }
          />
        ))}
      </RadioGroup>
      {error && (
        <FormHelperText id={faultId} sx={{ mx: 0 }}>
          {error}
        </FormHelperText>
      )}
    </FormControl>
  );
}

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
import { useId, useState, type FormEvent } from 'react';
import { DialogFrame } from '@/components/DialogFrame';
import { ApiError } from '@/api/errors';
import { CallRefused } from '@/components/CallRefused';
import { useFormDraft } from '@/components/formDraft';
import { LimitedField } from '@/components/LimitedField';
import { limits } from '@/lib/limits';
import { toast } from '@/lib/toast';
import { missing, noAnswers, options, type Answers } from './answers';
import { questions, type Field } from './questions';
import { useGiveFeedback } from './queries';

const idOf = (field: Field) => `feedback-${field}`;
const FAILED = 'Failed to created a Data Request Feedback';

function yesNoOf(answer: boolean | undefined) {
  if (answer === undefined) return '';
  return answer ? 'Yes' : 'No';
}

interface Props {
  requestId: number;
  onClose: () => void;
}

/** Asks how a request went (2 §5, "Feedback"): the first missing answer as a toast, all of them at their questions. */
export function ProvideFeedbackDialog({ requestId, onClose }: Props) {
  const titleId = useId();
  const [answers, setAnswers] = useFormDraft(`feedback ${requestId}`, noAnswers);
  const [attempted, setAttempted] = useState(false);
  const [told, setTold] = useState<Partial<Record<string, string>>>({});
  const give = useGiveFeedback(requestId);
  const open = missing(answers);

  const set = (changes: Partial<Answers>) => {
    setAnswers((known) => ({ ...known, ...changes }));
    setTold((known) => ({
      ...known,
      ...Object.fromEntries(Object.keys(changes).map((field) => [field, undefined])),
    }));
  };
  const faultOf = (field: Field) =>
    told[field] ??
    (attempted && open.some((fault) => fault.field === field) ? 'This is required.' : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [first] = open;
    if (first) {
      setAttempted(true);
      toast(first.message, 'warning');
      document.getElementById(idOf(first.field))?.focus();
      return;
    }
    give.mutate(answers, {
      onSuccess: ({ message }) => {
        toast(message, 'success');
        onClose();
      },
      onError: (error) => {
        toast(FAILED, 'error');
        if (error instanceof ApiError) {
          setTold(
            Object.fromEntries(
              Object.entries(error.errors).map(([field, [message]]) => [field, message]),
            ),
          );
        }
      },
    });
  };
  const choice = (
    field:
      | 'data_request_process_experience'
      | 'would_recommend_others'
      | 'expectations_met'
      | 'would_you_come_back',
    offered: readonly string[],
  ) => (
    <Choice
      field={field}
      offered={offered}
      value={answers[field]}
      onChange={(answer) => set({ [field]: answer })}
      error={faultOf(field)}
    />
  );
  const yesNo = (
    field: 'reasonable_response_timeframe' | 'study_questions_answered_by_request',
  ) => (
    <Choice
      field={field}
      offered={options.yesNo}
      value={yesNoOf(answers[field])}
      onChange={(answer) => set({ [field]: answer === 'Yes' })}
      error={faultOf(field)}
    />
  );
  const text = (field: 'improvement_suggestion' | 'additional_feedback') => (
    <LimitedField
      limit={limits.FeedbackInputBody[field]}
      id={idOf(field)}
      label={questions[field]}
      required={field === 'improvement_suggestion'}
      multiline
      minRows={2}
      maxRows={8}
      value={answers[field]}
      onChange={({ target }) => set({ [field]: target.value })}
      error={Boolean(faultOf(field))}
      helperText={faultOf(field)}
    />
  );

  return (
    <DialogFrame
      onClose={onClose}
      pending={give.isPending}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="sm"
    >
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        // The questions scroll between the title and the buttons.
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id={titleId}>
          Provide Feedback
          <Typography variant="body2" color="textSecondary">
            REQ0000{requestId}. What you say decides what is improved next.
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
          {give.error && <CallRefused error={give.error} />}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={give.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={give.isPending}>
            Send feedback
          </Button>
        </DialogActions>
      </Box>
    </DialogFrame>
  );
}

interface ChoiceProps {
  field: Field;
  offered: readonly string[];
  value: string;
  onChange: (answer: string) => void;
  error?: string;
}

function Choice({ field, offered, value, onChange, error }: ChoiceProps) {
  const labelId = `${idOf(field)}-label`;
  const faultId = `${idOf(field)}-fault`;
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
        {questions[field]}
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
              <Radio
                size="small"
                slotProps={{ input: { id: index === 0 ? idOf(field) : undefined } }}
              />
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

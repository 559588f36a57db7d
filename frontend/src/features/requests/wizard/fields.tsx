import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Box from '@mui/material/Box';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import { emailInput } from '@/ui/emailInput';
import { LimitedField } from '@/ui/LimitedField';
import { LINE_LIMIT, PROSE_LIMIT, limits } from '@/lib/limits';
import { fieldHelp } from '@/ui/fieldHelp';

interface FieldProps {
  id: string;
  label: string;
  hint?: string;
  error?: string;
}

interface TextProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  /** The number of rows of a multi-line text; without it, the field has a single line. */
  rows?: number;
  /** The maximum length. By default, that of an email address, a multi-line text or a line. */
  limit?: number;
  /** True unless the text may be left empty. */
  required?: boolean;
  type?: 'text' | 'email' | 'tel';
  autoComplete?: string;
  autoFocus?: boolean;
}

export function TextAnswer(props: TextProps) {
  const { id, label, hint, error, value, onChange, rows, type, autoComplete, autoFocus } = props;
  const limitOfKind = type === 'email' ? limits.StaffInput.email : rows ? PROSE_LIMIT : LINE_LIMIT;
  return (
    <LimitedField
      limit={props.limit ?? limitOfKind}
      id={id}
      label={label}
      required={props.required ?? true}
      type={type === 'email' ? 'text' : type}
      autoFocus={autoFocus}
      autoComplete={autoComplete ?? 'off'}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      multiline={rows !== undefined}
      minRows={rows}
      maxRows={rows && rows * 3}
      error={Boolean(error)}
      helperText={fieldHelp(error, hint)}
      slotProps={{ htmlInput: type === 'email' ? emailInput : undefined }}
    />
  );
}

const group = { display: 'block', m: 0, p: 0, border: 0, minWidth: 0 } as const;
const groupLabel = {
  mb: 0.5,
  fontSize: '0.9375rem',
  fontWeight: 600,
  color: 'text.primary',
  '&.Mui-focused, &.Mui-error': { color: 'text.primary' },
} as const;

export interface Option<Value extends string> {
  value: Value;
  label?: string;
  hint?: ReactNode;
}

interface ChoiceProps<Value extends string> extends FieldProps {
  value: Value | '';
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
  row?: boolean;
}

/** A choice of one option. The first button has the field's id, so that errors lead there. */
export function ChoiceAnswer<Value extends string>(props: ChoiceProps<Value>) {
  const { id, label, hint, error, value, options, onChange, row = false } = props;
  const labelId = useId();
  const hintId = useId();
  return (
    <FormControl error={Boolean(error)} sx={group}>
      <FormLabel id={labelId} sx={groupLabel}>
        {label}
      </FormLabel>
      <RadioGroup
        aria-labelledby={labelId}
        aria-describedby={error || hint ? hintId : undefined}
        row={row}
        value={value}
        onChange={(_, chosen) => onChange(chosen as Value)}
        sx={{ columnGap: 2 }}
      >
        {options.map((option, index) => (
          <FormControlLabel
            key={option.value}
            value={option.value}
            control={
              <Radio
                size="small"
                sx={{ py: 0.75, alignSelf: 'start' }}
                slotProps={{ input: { id: index === 0 ? id : undefined } }}
              />
            }
            label={
              <Box sx={{ py: 0.5 }}>
                <Typography component="span" variant="body1">
                  {option.label ?? option.value}
                </Typography>
                {option.hint && (
                  <Typography
                    component="span"
                    variant="body2"
                    color="textSecondary"
                    sx={{ display: 'block' }}
                  >
                    {option.hint}
                  </Typography>
                )}
              </Box>
            }
          />
        ))}
      </RadioGroup>
      {(error ?? hint) && (
        <FormHelperText id={hintId} sx={{ mx: 0 }}>
          {fieldHelp(error, hint)}
        </FormHelperText>
      )}
    </FormControl>
  );
}

export const yesOrNo = [{ value: 'Yes' }, { value: 'No' }] as const satisfies readonly Option<
  'Yes' | 'No'
>[];

interface ChoicesProps extends FieldProps {
  value: readonly number[];
  options: readonly { id: number; label: string }[];
  onChange: (value: number[]) => void;
}

export function ChoicesAnswer({ id, label, hint, error, value, options, onChange }: ChoicesProps) {
  const hintId = useId();
  return (
    <FormControl
      component="fieldset"
      error={Boolean(error)}
      aria-describedby={error || hint ? hintId : undefined}
      sx={group}
    >
      <FormLabel component="legend" sx={groupLabel}>
        {label}
      </FormLabel>
      <Box
        sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, columnGap: 2 }}
      >
        {options.map((option, index) => (
          <FormControlLabel
            key={option.id}
            control={
              <Checkbox
                size="small"
                sx={{ py: 0.75 }}
                checked={value.includes(option.id)}
                onChange={({ target }) =>
                  onChange(
                    target.checked
                      ? [...value, option.id]
                      : value.filter((chosen) => chosen !== option.id),
                  )
                }
                slotProps={{ input: { id: index === 0 ? id : undefined } }}
              />
            }
            label={option.label}
          />
        ))}
      </Box>
      {(error ?? hint) && (
        <FormHelperText id={hintId} sx={{ mx: 0 }}>
          {fieldHelp(error, hint)}
        </FormHelperText>
      )}
    </FormControl>
  );
}

/** The questions of one screen, stacked in reading width. */
export function Questions({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, maxWidth: 760 }}>
      {children}
    </Box>
  );
}

/** Two short fields, side by side if the screen is wide enough. */
export function Pair({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 3, sm: 2 },
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
      }}
    >
      {children}
    </Box>
  );
}

import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { Suspense } from 'react';
import { formatDate } from '@/lib/dates';
import { calendarDay } from '@/lib/days';
import { lazyPart } from '@/lib/lazyPart';
import { fieldHelp } from './fieldHelp';

export interface DateFieldProps {
  /** The field's id, for the links of an error summary. */
  id: string;
  label: string;
  /** YYYY-MM-DD as in payloads; empty for none. */
  value: string;
  onChange: (value: string) => void;
  /**
   * The first and last day that can be picked, YYYY-MM-DD. Typed dates are not limited; the form
   * validates them.
   */
  min?: string;
  max?: string;
  hint?: string;
  error?: string;
  required?: boolean;
  disabled?: boolean;
}

/**
 * The calendar is loaded on demand because it is as large as a screen's code. If it cannot be
 * loaded, the browser's own date field is used.
 */
const LoadedPicker = lazyPart<DateFieldProps>(() =>
  import('./DayPicker').catch(() => ({ default: PlainDay })),
);

const looks = ({ id, label, hint, error, required, disabled }: DateFieldProps): TextFieldProps => ({
  id,
  label,
  required,
  disabled,
  error: Boolean(error),
  helperText: fieldHelp(error, hint),
  size: 'small',
  fullWidth: true,
});

function PlainDay(props: DateFieldProps) {
  const { value, onChange, min, max } = props;
  return (
    <TextField
      {...looks(props)}
      type="date"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ htmlInput: { min, max } }}
    />
  );
}

/** A disabled placeholder of the same size while the calendar is loaded. */
function Waiting(props: DateFieldProps) {
  const day = calendarDay(props.value);
  return <TextField {...looks(props)} value={day ? formatDate(day) : ''} disabled />;
}

/** A field for one day, typed or picked from a calendar, shown as "05 March 2026" (1 §9). */
export function DateField(props: DateFieldProps) {
  return (
    <Suspense fallback={<Waiting {...props} />}>
      <LoadedPicker {...props} />
    </Suspense>
  );
}

import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { useState } from 'react';
import { calendarDay, dayOf } from '@/lib/days';
import type { DateFieldProps } from './DateField';
import { fieldHelp } from './fieldHelp';

/** The field of a `DateField` with its calendar. */
export default function DayPicker(props: DateFieldProps) {
  const { id, label, value, onChange, min, max, hint, error, required, disabled } = props;
  // Keeps incomplete input, which is not a valid date yet and so is not in `value`.
  const [typed, setTyped] = useState(() => calendarDay(value));
  const [shownFor, setShownFor] = useState(value);
  if (value !== shownFor) {
    setShownFor(value);
    if (dayOf(typed) !== value) setTyped(calendarDay(value));
  }
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs}>
      <DatePicker
        label={label}
        format="DD MMMM YYYY"
        value={typed}
        onChange={(day) => {
          setTyped(day);
          onChange(dayOf(day));
        }}
        minDate={(min && calendarDay(min)) || undefined}
        maxDate={(max && calendarDay(max)) || undefined}
        disabled={disabled}
        slotProps={{
          textField: {
            id,
            size: 'small',
            fullWidth: true,
            required,
            error: Boolean(error),
            helperText: fieldHelp(error, hint),
          },
          // The text field is a group of three spin buttons named by its label, so the button
          // repeats the label.
          openPickerButton: { 'aria-label': `Choose the date: ${label}` },
        }}
        sx={{ width: '100%' }}
      />
    </LocalizationProvider>
  );
}

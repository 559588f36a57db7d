import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useId } from 'react';
import type { Weekday } from '@/api/models';
import { weekdayNames, weekdays } from './calendarForm';

interface Props {
  /** The id of the first checkbox, which takes the focus if there is an error. */
  id: string;
  value: readonly Weekday[];
  onChange: (days: readonly Weekday[]) => void;
  error?: string;
}

/** The working days as one checkbox for each day of the week. */
export function WorkingDaysField({ id, value, onChange, error }: Props) {
  const errorId = useId();
  const toggle = (toggled: Weekday) =>
    onChange(weekdays.filter((day) => value.includes(day) !== (day === toggled)));
  return (
    <FormControl
      component="fieldset"
      error={Boolean(error)}
      aria-describedby={error ? errorId : undefined}
    >
      <FormLabel component="legend">Working days</FormLabel>
      <FormGroup row>
        {weekdays.map((day, place) => (
          <FormControlLabel
            key={day}
            label={weekdayNames[day]}
            control={
              <Checkbox
                id={place === 0 ? id : undefined}
                checked={value.includes(day)}
                onChange={() => toggle(day)}
              />
            }
          />
        ))}
      </FormGroup>
      {error && (
        <FormHelperText id={errorId} sx={{ mx: 0 }}>
          {error}
        </FormHelperText>
      )}
    </FormControl>
  );
}

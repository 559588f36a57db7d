import Box from '@mui/material/Box';
import DialogContentText from '@mui/material/DialogContentText';
import FormHelperText from '@mui/material/FormHelperText';
import LinearProgress from '@mui/material/LinearProgress';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import type { Holiday, HolidaysPreview } from '@/api/models';
import { today } from '@/lib/days';
import { count, formatNumber } from '@/lib/numbers';
import { DialogForm } from '@/ui/DialogForm';
import { fieldHelp } from '@/ui/fieldHelp';
import { useRecordForm, type FieldErrors } from '@/ui/records/useRecordForm';
import { CalendarFileField } from './CalendarFileField';
import { FIRST_YEAR, LAST_YEAR, yearOf } from './calendarForm';
import { HolidayChoices } from './HolidayChoices';
import { usePreviewHolidays } from './mutations';

/** The size limit of the server. */
const MAX_FILE_BYTES = 1024 * 1024;
const MAX_YEARS = 20;
/** The last year is this many years after the first one, unless another is chosen. */
const YEARS_AFTER = 5;
/** The number of past and of future years to choose from. */
const PAST = 5;
const FUTURE = 25;

interface Values {
  file: File | null;
  first_year: string;
  last_year: string;
}

/** Returns the errors that the browser can find, with the texts of the server. */
function check({ file, first_year, last_year }: Values): FieldErrors<Values> {
  const years = Number(last_year) - Number(first_year) + 1;
  const errors: FieldErrors<Values> = {};
  if (years < 1) errors.last_year = 'The last year must not be before the first one.';
  else if (years > MAX_YEARS) errors.last_year = `Choose at most ${MAX_YEARS} years.`;
  if (!file) errors.file = 'Please choose a file.';
  else if (file.size > MAX_FILE_BYTES) {
    errors.file = 'The file is too large. The limit is 1 MB.';
  }
  return errors;
}

const within = (year: number) => Math.min(Math.max(year, FIRST_YEAR), LAST_YEAR);

function initialValues(): Values {
  const first = within(yearOf(today()));
  return {
    file: null,
    first_year: String(first),
    last_year: String(within(first + YEARS_AFTER)),
  };
}

/** Returns the years to choose from. */
function offeredYears(): string[] {
  const [first, last] = [within(yearOf(today()) - PAST), within(yearOf(today()) + FUTURE)];
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
}

interface Props {
  /** The holidays of the calendar. */
  known: readonly Holiday[];
  /** Puts holidays into the form of the calendar. */
  onAdd: (holidays: readonly Holiday[]) => void;
  onClose: () => void;
}

/** Adds holidays from a calendar file to the form of the calendar. Saves nothing. */
export function ImportHolidaysDialog({ known, onAdd, onClose }: Props) {
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isNoneChosen, setNoneChosen] = useState(false);
  const names = new Map(known.map(({ day, name }) => [day, name]));
  const preview = usePreviewHolidays();
  const form = useRecordForm({
    name: 'import holidays',
    initial: initialValues,
    secrets: ['file'],
    quiet: true,
    check,
    save: preview,
    inputOf: ({ file, ...years }: Values) => {
      running.current = new AbortController();
      return { file: file!, ...years, signal: running.current.signal };
    },
    onSaved: ({ holidays }) =>
      setChosen(new Set(holidays.map(({ day }) => day).filter((day) => !names.has(day)))),
    isPreview: true,
  });
  const found = preview.data;
  const isAnyNew = found?.holidays.some(({ day }) => !names.has(day)) ?? false;

  // A preview belongs to one file and its years, so a change reads the file again.
  const change = <Field extends keyof Values>(field: Field, value: Values[Field]) => {
    running.current?.abort();
    preview.reset();
    setNoneChosen(false);
    form.set(field, value);
    if (field === 'file' || form.values.file) form.submit();
  };
  const submit = () => {
    if (!found) form.submit();
    else if (chosen.size > 0) onAdd(found.holidays.filter(({ day }) => chosen.has(day)));
    else setNoneChosen(isAnyNew);
  };
  const year = (field: 'first_year' | 'last_year', label: string) => (
    <TextField
      select
      id={form.idOf(field)}
      label={label}
      size="small"
      value={form.values[field]}
      onChange={({ target }) => change(field, target.value)}
      error={form.errorOf(field) !== undefined}
      helperText={fieldHelp(form.errorOf(field), undefined)}
      slotProps={{ select: { native: true } }}
    >
      {offeredYears().map((offered) => (
        <option key={offered} value={offered}>
          {offered}
        </option>
      ))}
    </TextField>
  );

  return (
    <DialogForm
      title="Import holidays from a calendar file"
      submitLabel={isAnyNew ? `Add ${count(chosen.size, 'holiday')}` : undefined}
      {...form.dialog}
      onSubmit={submit}
      onClose={onClose}
      width={600}
    >
      <DialogContentText>
        Choose a calendar file (.ics) with the public holidays. You see the holidays of these years
        before they are added, and nothing is saved until you save the calendar.
      </DialogContentText>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {year('first_year', 'First year')}
        {year('last_year', 'Last year')}
      </Box>
      <CalendarFileField {...form.field('file')} onChange={(file) => change('file', file)} />
      {preview.isPending && <LinearProgress aria-label="Reading the calendar file" />}
      <Typography role="status" sx={{ '&:empty': { display: 'none' } }}>
        {found && summary(found, names)}
      </Typography>
      {found && (
        <HolidayChoices
          found={found}
          known={names}
          chosen={chosen}
          onChoose={(days) => {
            setChosen(days);
            setNoneChosen(false);
          }}
        />
      )}
      {isNoneChosen && (
        <FormHelperText error role="alert">
          Choose at least one holiday.
        </FormHelperText>
      )}
    </DialogForm>
  );
}

/** Returns a text such as "The file has 15 holidays in these years. 2 are already in the calendar." */
function summary({ holidays }: HolidaysPreview, names: ReadonlyMap<string, string>): string {
  const total = holidays.length;
  const existing = holidays.filter(({ day }) => names.has(day)).length;
  const found = `The file has ${count(total, 'holiday')} in these years.`;
  if (existing === 0) return found;
  if (existing === total) {
    return `${found} ${total === 1 ? 'It is' : 'All of them are'} already in the calendar.`;
  }
  return `${found} ${formatNumber(existing)} ${existing === 1 ? 'is' : 'are'} already in the calendar.`;
}

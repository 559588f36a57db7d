import AddOutlined from '@mui/icons-material/AddOutlined';
import EventOutlined from '@mui/icons-material/EventOutlined';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { Holiday, Weekday } from '@/api/models';
import { formatDate } from '@/lib/dates';
import { CountTabs } from '@/ui/CountTabs';
import { EmptyState } from '@/ui/EmptyState';
import { cardSx } from '@/ui/looks';
import { PlainList } from '@/ui/PlainList';
import { RowMenu } from '@/ui/RowMenu';
import { weekdayNames, weekdayOf, yearOf, type HolidayError } from './calendarForm';

interface Props {
  id: string;
  holidays: readonly Holiday[];
  workingDays: readonly Weekday[];
  /** The years with a tab, ascending. */
  years: readonly number[];
  shownYear: number;
  onShowYear: (year: number) => void;
  /** The errors beside the rows. */
  rowErrors: readonly HolidayError[];
  /** The errors above the list, which also name dates of other years. */
  errors: readonly string[];
  onAdd: () => void;
  onImport: () => void;
  /** Edits or removes the holiday at this position. */
  onEdit: (place: number) => void;
  onRemove: (place: number) => void;
}

/** The holidays of the calendar, one list for each year. */
export function HolidaysSection(props: Props) {
  const { id, holidays, years, shownYear, onShowYear, rowErrors, errors } = props;
  const headingId = useId();
  const countOf = (year: number) => holidays.filter(({ day }) => yearOf(day) === year).length;
  const rows = holidays.flatMap((holiday, place) =>
    yearOf(holiday.day) === shownYear ? [{ holiday, place }] : [],
  );
  return (
    <Box
      component="section"
      id={id}
      tabIndex={-1}
      aria-labelledby={headingId}
      sx={{ ...cardSx, outline: 'none' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5 }}>
        <Typography variant="h3" component="h2" id={headingId} sx={{ flex: '1 1 120px' }}>
          Holidays
        </Typography>
        <Button variant="outlined" startIcon={<UploadFileOutlined />} onClick={props.onImport}>
          Import from a calendar file
        </Button>
        <Button variant="outlined" startIcon={<AddOutlined />} onClick={props.onAdd}>
          Add a holiday
        </Button>
      </Box>
      {errors.length > 0 && (
        <Alert severity="error" sx={{ mb: 1.5, '& .MuiAlert-message': { minWidth: 0 } }}>
          {errors.length === 1 ? (
            errors[0]
          ) : (
            <PlainList aria-label="Errors of holidays">
              {errors.map((error) => (
                <li key={error}>{error}</li>
              ))}
            </PlainList>
          )}
        </Alert>
      )}
      <CountTabs
        label="Years"
        tabs={years.map((year) => ({
          key: String(year),
          title: String(year),
          count: countOf(year),
          urgent: rowErrors.some(({ place }) => yearOf(holidays[place]?.day ?? '') === year),
        }))}
        shown={String(shownYear)}
        onShow={(year) => onShowYear(Number(year))}
        showZero
      >
        {rows.length === 0 ? (
          <EmptyState
            icon={EventOutlined}
            message={`No holidays in ${shownYear}`}
            hint="Add them one by one, or import them from a calendar file."
          />
        ) : (
          <PlainList aria-label={`Holidays in ${shownYear}`}>
            {rows.map(({ holiday, place }, index) => (
              <HolidayRow
                // The date, unless it is entered twice.
                key={
                  rows[index - 1]?.holiday.day === holiday.day
                    ? `${holiday.day} ${place}`
                    : holiday.day
                }
                holiday={holiday}
                isWorkingDay={props.workingDays.includes(weekdayOf(holiday.day))}
                error={rowErrors.find((error) => error.place === place)?.message}
                onEdit={() => props.onEdit(place)}
                onRemove={() => props.onRemove(place)}
              />
            ))}
          </PlainList>
        )}
      </CountTabs>
    </Box>
  );
}

interface RowProps {
  holiday: Holiday;
  /** True if people would work on its weekday. */
  isWorkingDay: boolean;
  error?: string;
  onEdit: () => void;
  onRemove: () => void;
}

function HolidayRow({ holiday, isWorkingDay, error, onEdit, onRemove }: RowProps) {
  const { day, name } = holiday;
  const date = formatDate(day);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        alignItems: 'center',
        columnGap: 1,
        py: 0.75,
        borderBottom: 1,
        borderColor: 'divider',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Box
        sx={{
          minWidth: 0,
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '240px minmax(0, 1fr)' },
          columnGap: 2,
        }}
      >
        <div>
          <Box sx={{ fontWeight: 600 }}>{date}</Box>
          <Typography variant="caption" component="div" color="textSecondary">
            {weekdayNames[weekdayOf(day)]}
            {!isWorkingDay && ', not a working day'}
          </Typography>
        </div>
        <Box sx={{ alignSelf: 'center', overflowWrap: 'anywhere' }}>{name}</Box>
      </Box>
      <Box sx={{ display: 'flex' }}>
        <RowMenu
          of={`${name || 'the holiday'}, ${date}`}
          actions={[
            { title: 'Edit', onClick: onEdit },
            { title: 'Remove', onClick: onRemove },
          ]}
        />
      </Box>
      {error && (
        <FormHelperText error sx={{ gridColumn: '1 / -1', mx: 0, mt: 0 }}>
          {error}
        </FormHelperText>
      )}
    </Box>
  );
}

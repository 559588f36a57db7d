import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Calendar, Holiday } from '@/api/models';
import { today } from '@/lib/days';
import { lazyDialog } from '@/lib/lazyPart';
import { count } from '@/lib/numbers';
import { recordId } from '@/lib/recordId';
import { toast } from '@/lib/toast';
import { PAGE_BAR_BOTTOM, pageBar } from '@/ui/bars';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { ConflictNotice } from '@/ui/ConflictNotice';
import { cardSx, LOW_WINDOW } from '@/ui/looks';
import { useRecordForm } from '@/ui/records/useRecordForm';
import {
  checkCalendar,
  checkHolidays,
  describeCalendar,
  errorsOf,
  FIRST_YEAR,
  holidayDifferences,
  holidayErrorsOf,
  inputOf,
  LAST_YEAR,
  sortByDay,
  valuesOf,
  yearOf,
} from './calendarForm';
import { HolidaysSection } from './HolidaysSection';
import { useSaveCalendar } from './mutations';
import { calendarQueries } from './queries';
import { TimeZoneField } from './TimeZoneField';
import { WorkingDaysField } from './WorkingDaysField';

const HolidayDialog = lazyDialog(() => import('./HolidayDialog'), 'HolidayDialog');
const ImportHolidaysDialog = lazyDialog(
  () => import('./ImportHolidaysDialog'),
  'ImportHolidaysDialog',
);

interface Props {
  /** The calendar with which the form was opened. */
  calendar: Calendar;
  /** The newest calendar that was read. */
  latest: Calendar;
  /** Opens the form again with the newest calendar. */
  onReopen: () => void;
}

/** The open dialog. `place` is the position of the holiday to edit. */
type OpenDialog = { kind: 'holiday'; place?: number } | { kind: 'import' } | { kind: 'discard' };

/** The year of the address, and the years with a tab: those with holidays, and this year. */
function useYears(holidays: readonly Holiday[]) {
  const [params, setParams] = useSearchParams();
  const thisYear = yearOf(today());
  const asked = recordId(params.get('year'));
  const isYear = asked !== undefined && asked >= FIRST_YEAR && asked <= LAST_YEAR;
  const shownYear = isYear ? asked : thisYear;
  const years = new Set([thisYear, shownYear, ...holidays.map(({ day }) => yearOf(day))]);
  return {
    shownYear,
    years: [...years].sort((one, other) => one - other),
    showYear: (year: number, replace = false) =>
      setParams(year === thisYear ? {} : { year: String(year) }, { replace }),
  };
}

/** The form of the calendar. Nothing is saved before Save. */
export function CalendarForm({ calendar, latest, onReopen }: Props) {
  const save = useSaveCalendar();
  const form = useRecordForm({
    name: 'calendar',
    initial: () => valuesOf(calendar),
    isOnPage: true,
    quiet: true,
    check: checkCalendar,
    save,
    inputOf,
    errorsOf,
    saved: {
      record: calendar,
      read: calendarQueries.calendar(),
      valuesOf,
      describe: describeCalendar,
    },
    onSaved: ({ message }) => toast(message, 'success'),
  });
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const { holidays } = form.values;
  const { shownYear, years, showYear } = useYears(holidays);

  const isOutdated = latest.row_version !== form.opened?.row_version;
  const isIdle = !form.isDirty && !form.pending && dialog === null;
  const reopen = useEffectEvent(onReopen);
  useEffect(() => {
    if (isOutdated && isIdle) reopen();
  }, [isOutdated, isIdle]);

  const setHolidays = (next: readonly Holiday[]) => form.set('holidays', sortByDay(next));
  const without = (place?: number) => holidays.filter((_, other) => other !== place);

  // The server's errors only apply to the holidays that were sent.
  const serverError = form.serverErrorOf('holidays');
  const ofServer = serverError ? holidayErrorsOf(form.error, holidays) : [];
  const ownErrors = checkHolidays(holidays);
  const listed = ofServer.length > 0 ? ofServer : form.attempted ? ownErrors : [];
  const first = form.errorOf('holidays');
  const errors = [
    ...new Set([
      ...(first !== undefined && ofServer.length === 0 ? [first] : []),
      ...listed.map(({ full }) => full),
    ]),
  ];

  const { conflict, latestRecord } = form;
  return (
    <>
      <Box
        component="form"
        noValidate
        aria-label="Calendar"
        onSubmit={form.onSubmit}
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}
      >
        <Box sx={{ ...cardSx, display: 'grid', gap: 2 }}>
          <WorkingDaysField {...form.field('working_days')} />
          <Box sx={{ maxWidth: 480 }}>
            <TimeZoneField {...form.field('time_zone')} stored={calendar.time_zone} />
          </Box>
        </Box>
        <HolidaysSection
          id={form.idOf('holidays')}
          holidays={holidays}
          workingDays={form.values.working_days}
          years={years}
          shownYear={shownYear}
          onShowYear={showYear}
          rowErrors={[...ofServer, ...ownErrors]}
          errors={errors}
          onAdd={() => setDialog({ kind: 'holiday' })}
          onImport={() => setDialog({ kind: 'import' })}
          onEdit={(place) => setDialog({ kind: 'holiday', place })}
          onRemove={(place) => setHolidays(without(place))}
        />
        {conflict && (
          <ConflictNotice
            {...conflict}
            differences={
              latestRecord &&
              conflict.differences && [
                ...conflict.differences,
                ...holidayDifferences(holidays, latestRecord.holidays),
              ]
            }
          />
        )}
        {form.refusal && <CallErrorAlert error={form.refusal} pending={form.pending} />}
        {(form.isDirty || form.pending) && (
          <UnsavedBar pending={form.pending} onDiscard={() => setDialog({ kind: 'discard' })} />
        )}
      </Box>
      {/* Outside of the form, because React passes the submit events of dialogs to it. */}
      {dialog?.kind === 'holiday' && (
        <HolidayDialog
          holiday={dialog.place === undefined ? undefined : holidays[dialog.place]}
          others={without(dialog.place)}
          onSave={(holiday) => {
            setHolidays([...without(dialog.place), holiday]);
            showYear(yearOf(holiday.day), true);
            close();
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === 'import' && (
        <ImportHolidaysDialog
          known={holidays}
          onAdd={(added) => {
            setHolidays([...holidays, ...added]);
            if (added[0]) showYear(yearOf(added[0].day), true);
            toast(`${count(added.length, 'holiday')} added. Save the calendar to keep them.`);
            close();
          }}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={dialog?.kind === 'discard'}
        title="Discard your changes?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        colour="error"
        focus="cancel"
        onCancel={close}
        onConfirm={() => {
          form.resetTo(valuesOf(latest));
          save.reset();
          close();
        }}
      >
        The calendar returns to the saved version.
      </ConfirmDialog>
    </>
  );
}

interface BarProps {
  pending: boolean;
  onDiscard: () => void;
}

/** Says that there are unsaved changes, and saves or discards them. */
function UnsavedBar({ pending, onDiscard }: BarProps) {
  return (
    <Alert
      ref={pageBar}
      data-bar
      severity="info"
      role="status"
      sx={{
        position: 'sticky',
        [LOW_WINDOW]: { position: 'static' },
        bottom: `calc(${PAGE_BAR_BOTTOM} + 8px)`,
        zIndex: 3,
        alignItems: 'center',
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        '& .MuiAlert-message': { flex: '1 1 180px' },
      }}
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1 }}>
          <Button color="inherit" disabled={pending} onClick={onDiscard}>
            Discard
          </Button>
          <Button type="submit" variant="contained" loading={pending}>
            Save the calendar
          </Button>
        </Box>
      }
    >
      Your changes are not saved yet.
    </Alert>
  );
}

import type { Holiday } from '@/api/models';
import { useAct } from '@/api/useAct';
import { limits } from '@/lib/limits';
import { DateField } from '@/ui/DateField';
import { DialogForm } from '@/ui/DialogForm';
import { LimitedField } from '@/ui/LimitedField';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { checkHoliday, FIRST_YEAR, LAST_YEAR } from './calendarForm';

interface Props {
  /** The holiday to edit; undefined to add one. */
  holiday?: Holiday;
  /** All other holidays of the calendar. */
  others: readonly Holiday[];
  onSave: (holiday: Holiday) => void;
  onClose: () => void;
}

/** Adds or edits a holiday in the form of the calendar. The calendar saves it. */
export function HolidayDialog({ holiday, others, onSave, onClose }: Props) {
  // A mutation, because it ignores the second click of a double click.
  const save = useAct({ mutationFn: (input: Holiday) => Promise.resolve(onSave(input)) });
  const form = useRecordForm({
    name: `holiday ${holiday?.day ?? ''}`,
    initial: (): Holiday => ({ day: holiday?.day ?? '', name: holiday?.name ?? '' }),
    quiet: true,
    check: (typed) => checkHoliday(typed, others),
    save,
    inputOf: ({ day, name }) => ({ day, name: name.trim() }),
  });
  return (
    <DialogForm
      title={holiday ? 'Edit the holiday' : 'Add a holiday'}
      submitLabel={holiday ? 'Change holiday' : 'Add holiday'}
      {...form.dialog}
      onClose={onClose}
    >
      <DateField
        {...form.field('day')}
        label="Date"
        min={`${FIRST_YEAR}-01-01`}
        max={`${LAST_YEAR}-12-31`}
        required
      />
      <LimitedField
        {...form.text('name')}
        label="Name"
        limit={limits.HolidayInputBody.name}
        required
      />
    </DialogForm>
  );
}

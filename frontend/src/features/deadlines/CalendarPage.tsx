import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Calendar } from '@/api/models';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeader } from '@/ui/PageHeader';
import { RowsSkeleton } from '@/ui/Skeletons';
import { CalendarForm } from './CalendarForm';
import { calendarQueries } from './queries';

/** /superuser/calendar: working days, time zone and holidays of the installation (decisions N1). */
export default function CalendarPage() {
  const loaded = useQuery(calendarQueries.calendar());
  return (
    <>
      <PageHeader
        title="Calendar"
        purpose="Due dates of stages with a target are counted in the working days of this calendar. If you change it, due dates that are not over yet move with it. Past ones stay as they are."
      />
      {loaded.error && <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} />}
      {loaded.data ? <OpenCalendar latest={loaded.data} /> : !loaded.error && <RowsSkeleton />}
    </>
  );
}

/** Opens the form again with each new version of the calendar, once nothing is unsaved. */
function OpenCalendar({ latest }: { latest: Calendar }) {
  const [opened, setOpened] = useState({ calendar: latest, times: 1 });
  return (
    <CalendarForm
      key={opened.times}
      calendar={opened.calendar}
      latest={latest}
      onReopen={() => setOpened(({ times }) => ({ calendar: latest, times: times + 1 }))}
    />
  );
}

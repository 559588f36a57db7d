import { useQueryClient } from '@tanstack/react-query';
import type { CalendarInput, HolidaysPreview } from '@/api/models';
import { invalidate } from '@/api/query';
import { send } from '@/api/send';
import { postWithProgress } from '@/api/upload';
import { useAct } from '@/api/useAct';
import { calendarQueries } from './queries';

/** Replaces the calendar. Requests are read again, because their due dates may have moved. */
export function useSaveCalendar() {
  const client = useQueryClient();
  return useAct({
    mutationFn: (input: CalendarInput) => send('put', '/api/v1/calendar', { body: input }),
    onSuccess: ({ data }) => {
      client.setQueryData(calendarQueries.calendar().queryKey, data);
      void invalidate(client, '/api/v1/data_requests');
    },
  });
}

export interface HolidayFile {
  file: File;
  first_year: string;
  last_year: string;
  signal: AbortSignal;
}

/** Returns the holidays of a calendar file. Changes nothing. */
export const usePreviewHolidays = () =>
  useAct({
    mutationFn: async ({ file, first_year, last_year, signal }: HolidayFile) => {
      const form = new FormData();
      form.set('file', file);
      const years = new URLSearchParams({ first_year, last_year });
      const path = `/api/v1/calendar/holidays/preview?${years}`;
      const answer = await postWithProgress<{ data: HolidaysPreview }>(
        path,
        form,
        () => undefined,
        signal,
      );
      return answer.data;
    },
  });

import { get } from '@/api/query';

export const calendarQueries = {
  calendar: () => get('/api/v1/calendar'),
};

import { get } from '@/api/query';

export const feedQueries = {
  /** If the user has a calendar feed. Its address is not part of the answer. */
  own: () => get('/api/v1/users/calendar-feed'),
};

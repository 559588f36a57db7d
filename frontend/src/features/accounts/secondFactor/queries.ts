import { get } from '@/api/query';

export const secondFactorQueries = {
  /** The caller's second factor. The banner of every screen reads it, too. */
  own: () => get('/api/v1/users/second-factor', {}, { staleTime: 60_000 }),
};

import { get } from '@/api/query';

/** What everybody may read (3 §2.15). */
export const informationQueries = {
  /** They ship with the server: a page that stays open need not ask again. */
  documents: () => get('/api/v1/documents', {}, { staleTime: Infinity }),
  /** It changes with a new start of the server only. */
  contact: () => get('/api/v1/contact', {}, { staleTime: Infinity }),
};

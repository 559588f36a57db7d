import { get } from '@/api/query';

/** Public queries (3 §2.15). */
export const informationQueries = {
  /** The documents ship with the server, so they are never refetched. */
  documents: () => get('/api/v1/documents', {}, { staleTime: Infinity }),
  /** The contact details change only when the server restarts. */
  contact: () => get('/api/v1/contact', {}, { staleTime: Infinity }),
};

import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';

/** What everybody may read (3 §2.15). */
export const informationQueries = {
  documents: () =>
    queryOptions({
      queryKey: ['information', 'list', 'documents'],
      queryFn: async ({ signal }) => body(await api.GET('/api/v1/documents', { signal })).data,
      // They ship with the server: a page that stays open need not ask again.
      staleTime: Infinity,
    }),

  contact: () =>
    queryOptions({
      queryKey: ['information', 'contact'],
      queryFn: async ({ signal }) => body(await api.GET('/api/v1/contact', { signal })).data,
      // It changes with a new start of the server only.
      staleTime: Infinity,
    }),
};

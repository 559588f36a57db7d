import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';

/** Reference data changes seldom; but what was deactivated is not to be chosen for long. */
const settled = { staleTime: 60_000 } as const;

/** One's requests that are not submitted. */
export const draftQueries = {
  all: ['requests', 'drafts'] as const,
  list: () =>
    queryOptions({
      queryKey: ['requests', 'drafts', 'list'],
      queryFn: async ({ signal }) =>
        body(await api.GET('/api/v1/data_requests/drafts', { signal })).data,
      meta: { failure: 'Error retrieving data requests' },
    }),
  /** What a draft names that is no longer offered. */
  notOffered: (id: number) =>
    queryOptions({
      queryKey: ['requests', 'drafts', 'notOffered', id],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_requests/drafts/{id}/not_offered', {
            params: { path: { id } },
            signal,
          }),
        ).data,
      staleTime: 0,
    }),
};

/** The lists that the wizard's fields offer (2 §3, "Reference data"). */
export const referenceQueries = {
  purposes: () =>
    queryOptions({
      queryKey: ['requests', 'reference', 'purposes'],
      queryFn: async ({ signal }) =>
        body(await api.GET('/api/v1/data_requests/purposes', { signal })).data,
      ...settled,
    }),
  committees: () =>
    queryOptions({
      queryKey: ['requests', 'reference', 'committees'],
      queryFn: async ({ signal }) =>
        body(await api.GET('/api/v1/data_requests/irb', { signal })).data,
      ...settled,
    }),
  equipmentTypes: () =>
    queryOptions({
      queryKey: ['requests', 'reference', 'equipment-types'],
      queryFn: async ({ signal }) =>
        body(await api.GET('/api/v1/data_requests/equipment-type', { signal })).data,
      ...settled,
    }),
  facilities: () =>
    queryOptions({
      queryKey: ['requests', 'reference', 'facilities'],
      queryFn: async ({ signal }) => body(await api.GET('/api/v1/facilities', { signal })).data,
      ...settled,
    }),
};

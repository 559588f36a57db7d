import { get, keyOf } from '@/api/query';

/** Reference data changes seldom; but what was deactivated is not to be chosen for long. */
const settled = { staleTime: 60_000 } as const;

/** One's requests that are not submitted. */
export const draftQueries = {
  all: keyOf('/api/v1/data_requests/drafts'),
  list: () =>
    get(
      '/api/v1/data_requests/drafts',
      {},
      { meta: { failure: 'Error retrieving data requests' } },
    ),
  /** What a draft names that is no longer offered. */
  notOffered: (id: number) =>
    get('/api/v1/data_requests/drafts/{id}/not_offered', { path: { id } }, { staleTime: 0 }),
};

/** The lists that the wizard's fields offer (2 §3, "Reference data"). */
export const referenceQueries = {
  purposes: () => get('/api/v1/data_requests/purposes', {}, settled),
  committees: () => get('/api/v1/data_requests/irb', {}, settled),
  equipmentTypes: () => get('/api/v1/data_requests/equipment-type', {}, settled),
  facilities: () => get('/api/v1/facilities', {}, settled),
};

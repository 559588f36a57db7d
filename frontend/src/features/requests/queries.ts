import { get, keyOf } from '@/api/query';

/** Reference data changes rarely, but deactivated entries must not be offered for long. */
const settled = { staleTime: 60_000 } as const;

export const draftQueries = {
  all: keyOf('/api/v1/data_requests/drafts'),
  list: () =>
    get(
      '/api/v1/data_requests/drafts',
      {},
      { meta: { failure: 'Error retrieving data requests' } },
    ),
  notOffered: (id: number) =>
    get('/api/v1/data_requests/drafts/{id}/not_offered', { path: { id } }, { staleTime: 0 }),
};

/** The usual time to the decision on a request, and whether the user gets emails until then. */
export const outlookOf = (requestId: number) =>
  get('/api/v1/data_requests/{request_id}/outlook', { path: { request_id: requestId } });

/** The reference data of the wizard's fields (2 §3, "Reference data"). */
export const referenceQueries = {
  purposes: () => get('/api/v1/data_requests/purposes', {}, settled),
  committees: () => get('/api/v1/data_requests/irb', {}, settled),
  equipmentTypes: () => get('/api/v1/data_requests/equipment-type', {}, settled),
  facilities: () => get('/api/v1/facilities', {}, settled),
};

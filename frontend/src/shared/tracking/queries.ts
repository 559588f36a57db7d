import { get, getAs } from '@/api/query';
import { statesOf } from '@/shared/requests/queries';

/**
 * Polling interval of an open tracking screen in milliseconds. Push notifications reach only the
 * people involved.
 */
const POLL_INTERVAL = 20_000;

/** Queries for tracking: stages, edges and history of a request (2 §2 "Track Data Request"). */
export const trackingQueries = {
  states: (requestId: number) =>
    getAs(
      '/api/v1/data_requests/request_states',
      { query: { request_id: requestId } },
      'states',
      ({ data }) => statesOf(data),
      { refetchInterval: POLL_INTERVAL },
    ),
  edges: (requestId: number) =>
    get(
      '/api/v1/data_requests/request_edges',
      { query: { request_id: requestId } },
      { staleTime: Infinity },
    ),
  history: (requestId: number) =>
    get(
      '/api/v1/data_requests/request_history',
      { query: { request_id: requestId } },
      { refetchInterval: POLL_INTERVAL },
    ),
};

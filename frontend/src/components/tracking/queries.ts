import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { requestQueries, statesOf } from '@/components/requests/queries';

/** How often an open tracking screen looks whether something happened; pushes only reach those who are concerned. */
const LOOK_AGAIN = 20_000;

/** Where a request stands: its stages, the lines between them, and what happened (2 §2 "Track Data Request"). */
export const trackingQueries = {
  /** Prefix of all queries of one request, to invalidate after a change. */
  of: (requestId: number) => [...requestQueries.all, 'tracking', requestId] as const,
  states: (requestId: number) =>
    queryOptions({
      queryKey: [...trackingQueries.of(requestId), 'states'],
      queryFn: async ({ signal }) =>
        statesOf(
          body(
            await api.GET('/api/v1/data_requests/request_states', {
              params: { query: { request_id: requestId } },
              signal,
            }),
          ).data,
        ),
      refetchInterval: LOOK_AGAIN,
    }),
  edges: (requestId: number) =>
    queryOptions({
      queryKey: [...trackingQueries.of(requestId), 'edges'],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_requests/request_edges', {
            params: { query: { request_id: requestId } },
            signal,
          }),
        ).data,
      staleTime: Infinity,
    }),
  history: (requestId: number) =>
    queryOptions({
      queryKey: [...trackingQueries.of(requestId), 'history'],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_requests/request_history', {
            params: { query: { request_id: requestId } },
            signal,
          }),
        ).data,
      refetchInterval: LOOK_AGAIN,
    }),
};

import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { NetworkError } from '@/api/errors';
import { listQuery, rowsOf, type ListArgs } from '@/api/lists';
import type { ActEntry, DataRequest, RequestState, RequestsAnswer } from '@/api/models';
import { olderEntries } from '@/api/olderEntries';
import { get, getAs, keyOf } from '@/api/query';
import { serverNow } from '@/lib/serverTime';

interface RequestArgs extends ListArgs {
  /** The organisation role whose list it is; a Super User is shown everything whichever is sent. */
  orgRoleId: number | undefined;
  /** The states as the call takes them; none for all requests. */
  status: string | undefined;
}

/** How often a request is looked at again whose decision is blocked for a time. */
const BLOCKED_LOOK_AGAIN = 60_000;

/** The calls whose answers follow from requests. */
export const REQUEST_PATHS = ['/api/v1/data_requests', '/api/v1/users/what-waits'] as const;

/** What other tabs of the account hear when a request was changed in this one. */
export const REQUESTS_CHANGED = 'requestsChanged';

/** How often open comments are looked at again, where no push comes through. */
const COMMENTS_LOOK_AGAIN = 20_000;

/** The most acts of one request whose proofs stand beside them; those before are in its history. */
const MOST_PROOFS = 100;

/** How often an entry is looked for in the log that was made in the last minute, and one that waits for longer. */
const PROOF_LOOK_AGAIN = { soon: 1_500, later: 20_000 };

function lookAgainForProof(entries: readonly ActEntry[]): number | false {
  const waiting = entries.find(({ log_index }) => typeof log_index !== 'number');
  if (!waiting) return false;
  const isNew = serverNow() - new Date(waiting.at).getTime() < 60_000;
  return isNew ? PROOF_LOOK_AGAIN.soon : PROOF_LOOK_AGAIN.later;
}

/** The stages of a request; where the answer has none, the request counts as one that waits for its first (2 §4). */
export function statesOf(states: readonly RequestState[] | null | undefined): RequestState[] {
  return (states ?? []).filter(Boolean);
}

function requestOf(answer: RequestsAnswer): DataRequest {
  if ('page' in answer) throw new NetworkError('The answer is no request');
  return { ...answer.data, request_states: statesOf(answer.data.request_states) };
}

const REQUESTS = '/api/v1/data_requests';
const RECORD = '/api/v1/data_requests/{request_id}/record';

/** What requesters and staff alike read about data requests (2 §7). */
export const requestQueries = {
  /** The key of every query about requests, to invalidate after a change. */
  all: keyOf(REQUESTS),
  list: ({ orgRoleId, status, ...args }: RequestArgs) =>
    getAs(
      REQUESTS,
      { query: { org_role_id: orgRoleId, status, ...listQuery<typeof REQUESTS>(args) } },
      'rows',
      (answer) => {
        if (!('page' in answer)) throw new NetworkError('The answer is no list');
        return rowsOf(answer);
      },
      {
        placeholderData: keepPreviousData,
        meta: { failure: 'Error retrieving data requests' },
      },
    ),
  /** How many requests stand on each tab. */
  counts: (orgRoleId: number | undefined) =>
    get('/api/v1/data_requests/counts', { query: { org_role_id: orgRoleId } }),
  /** A request, with what may be done with it in this organisation role. Its variables are read where they are shown. */
  detail: (requestId: number, orgRoleId: number | undefined) =>
    getAs(
      REQUESTS,
      { query: { request_id: requestId, org_role_id: orgRoleId, variables: false } },
      'request',
      requestOf,
      {
        refetchInterval: ({ state }) =>
          state.data?.acting.blocked_until ? BLOCKED_LOOK_AGAIN : false,
      },
    ),
  /** All variables of a version of a request, for whoever compares them with others. */
  allVariables: (requestId: number, version: number) =>
    getAs(
      REQUESTS,
      { query: { request_id: requestId } },
      `all variables of version ${version}`,
      (answer) => requestOf(answer).dataset_variables,
      { meta: { failure: 'Error retrieving variable data' } },
    ),
  /** The versions of a request up to this one. */
  versions: (requestId: number, last: number) =>
    getAs(
      '/api/v1/data_requests/{request_id}/versions',
      { path: { request_id: requestId } },
      `up to ${last}`,
      ({ data }) => data,
    ),
  /** What differs between two versions, which never changes. */
  changes: (requestId: number, from: number, to: number) =>
    get(
      '/api/v1/data_requests/{request_id}/changes',
      { path: { request_id: requestId }, query: { from, to } },
      { staleTime: Infinity },
    ),
  /** What was done about a request, newest first, part by part. */
  record: (requestId: number) =>
    infiniteQueryOptions({
      queryKey: [...keyOf(RECORD), { path: { request_id: requestId } }, 'parts'],
      queryFn: async ({ signal, pageParam }) =>
        body(
          await api.GET(RECORD, {
            params: { path: { request_id: requestId }, query: { before: pageParam } },
            signal,
          }),
        ).data,
      ...olderEntries,
    }),
  /** The entries of what can be proved of a request, newest first; looked at again while one waits for the log. */
  proofs: (requestId: number) =>
    getAs(
      RECORD,
      { path: { request_id: requestId }, query: { provable: true, page_size: MOST_PROOFS } },
      'entries',
      ({ data }) => data.entries,
      { refetchInterval: ({ state }) => lookAgainForProof(state.data ?? []) },
    ),
  comments: (requestId: number) =>
    get(
      '/api/v1/data_requests/statecomment/list/{request_id}',
      { path: { request_id: requestId } },
      { refetchInterval: COMMENTS_LOOK_AGAIN },
    ),
};

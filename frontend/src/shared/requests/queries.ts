import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { NetworkError } from '@/api/errors';
import { listQuery, rowsOf, type ListArgs } from '@/api/lists';
import type {
  ActEntry,
  DataRequest,
  RequestFilter,
  RequestState,
  RequestsAnswer,
} from '@/api/models';
import { olderEntries } from '@/api/olderEntries';
import { get, getAs, keyOf } from '@/api/query';
import { serverNow } from '@/lib/serverTime';

interface RequestArgs extends ListArgs {
  /** The organisation role whose requests are listed. A Super User always gets all requests. */
  orgRoleId: number | undefined;
  /** The states as the call takes them; undefined for all requests. */
  status: string | undefined;
  filter?: RequestFilter;
}

/** Polling interval of a request whose decision is blocked for a time, in milliseconds. */
const BLOCKED_POLL_INTERVAL = 60_000;

/** The paths to refresh after a change to a request. */
export const REQUEST_PATHS = ['/api/v1/data_requests', '/api/v1/users/what-waits'] as const;

/** Message to the account's other tabs after a request was changed in this one. */
export const REQUESTS_CHANGED = 'requestsChanged';

/** Polling interval of open comments in milliseconds, in case push notifications do not arrive. */
const COMMENTS_POLL_INTERVAL = 20_000;

/** Maximum number of acts of a request whose proofs are loaded. Older ones are in its history. */
const MAX_PROOFS = 100;

/**
 * Polling intervals for missing log entries in milliseconds: for acts of the last minute, and for
 * older ones.
 */
const PROOF_POLL_INTERVALS = { soon: 1_500, later: 20_000 };

/** Returns the interval, or false if all entries are in the log. */
function proofPollInterval(entries: readonly ActEntry[]): number | false {
  const waiting = entries.find(({ log_index }) => typeof log_index !== 'number');
  if (!waiting) return false;
  const isNew = serverNow() - new Date(waiting.at).getTime() < 60_000;
  return isNew ? PROOF_POLL_INTERVALS.soon : PROOF_POLL_INTERVALS.later;
}

/**
 * Returns the stages of a request. Without any, the request counts as waiting for its first stage
 * (2 §4).
 */
export function statesOf(states: readonly RequestState[] | null | undefined): RequestState[] {
  return (states ?? []).filter(Boolean);
}

function requestOf(answer: RequestsAnswer): DataRequest {
  if ('page' in answer) throw new NetworkError('The answer is no request');
  return { ...answer.data, request_states: statesOf(answer.data.request_states) };
}

const REQUESTS = '/api/v1/data_requests';
const AUDIT_ENTRIES = '/api/v1/data_requests/{request_id}/record';

/** Queries about data requests, shared by the screens of requesters and staff (2 §7). */
export const requestQueries = {
  /** The key of every query about requests, to invalidate after a change. */
  all: keyOf(REQUESTS),
  list: ({ orgRoleId, status, filter, ...args }: RequestArgs) =>
    getAs(
      REQUESTS,
      {
        query: { org_role_id: orgRoleId, status, ...filter, ...listQuery<typeof REQUESTS>(args) },
      },
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
  counts: (orgRoleId: number | undefined) =>
    get('/api/v1/data_requests/counts', { query: { org_role_id: orgRoleId } }),
  /** The data sources and organisations that occur in the lists of an organisation role. */
  filterChoices: (orgRoleId: number | undefined) =>
    get(
      '/api/v1/data_requests/filter_choices',
      { query: { org_role_id: orgRoleId } },
      { staleTime: 60_000 },
    ),
  /** The user's own requests that wait for the user, most urgent first. */
  ownTasks: () => get('/api/v1/data_requests/own_tasks'),
  /**
   * A request, with the actions allowed in this organisation role. Its variables are loaded
   * separately, where they are shown.
   */
  detail: (requestId: number, orgRoleId: number | undefined) =>
    getAs(
      REQUESTS,
      { query: { request_id: requestId, org_role_id: orgRoleId, variables: false } },
      'request',
      requestOf,
      {
        refetchInterval: ({ state }) =>
          state.data?.acting.blocked_until ? BLOCKED_POLL_INTERVAL : false,
      },
    ),
  /** All variables of a version of a request, for comparisons. */
  allVariables: (requestId: number, version: number) =>
    getAs(
      REQUESTS,
      { query: { request_id: requestId } },
      `all variables of version ${version}`,
      (answer) => requestOf(answer).dataset_variables,
      { meta: { failure: 'Error retrieving variable data' } },
    ),
  /** The versions of a request up to `last`. */
  versions: (requestId: number, last: number) =>
    getAs(
      '/api/v1/data_requests/{request_id}/versions',
      { path: { request_id: requestId } },
      `up to ${last}`,
      ({ data }) => data,
    ),
  /** The differences between two versions. They never change, hence the infinite `staleTime`. */
  changes: (requestId: number, from: number, to: number) =>
    get(
      '/api/v1/data_requests/{request_id}/changes',
      { path: { request_id: requestId }, query: { from, to } },
      { staleTime: Infinity },
    ),
  /** The audit log of a request, newest first, page by page. */
  auditEntries: (requestId: number) =>
    infiniteQueryOptions({
      queryKey: [...keyOf(AUDIT_ENTRIES), { path: { request_id: requestId } }, 'parts'],
      queryFn: async ({ signal, pageParam }) =>
        body(
          await api.GET(AUDIT_ENTRIES, {
            params: { path: { request_id: requestId }, query: { before: pageParam } },
            signal,
          }),
        ).data,
      ...olderEntries,
    }),
  /**
   * The audit entries of a request that can be proved, newest first. Polls while an entry is not in
   * the log yet.
   */
  proofs: (requestId: number) =>
    getAs(
      AUDIT_ENTRIES,
      { path: { request_id: requestId }, query: { provable: true, page_size: MAX_PROOFS } },
      'entries',
      ({ data }) => data.entries,
      { refetchInterval: ({ state }) => proofPollInterval(state.data ?? []) },
    ),
  comments: (requestId: number) =>
    get(
      '/api/v1/data_requests/statecomment/list/{request_id}',
      { path: { request_id: requestId } },
      { refetchInterval: COMMENTS_POLL_INTERVAL },
    ),
};

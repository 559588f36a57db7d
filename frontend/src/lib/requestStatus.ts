import type { DataRequest, Due, RequestCounts, RequestRow, RequestState } from '@/api/models';
import { formatDate } from './dates';
import { formatNumber } from './numbers';

/**
 * Status of a request in the server's words: "Submitted 8 days ago · Waiting for the Data Officer,
 * 3 days".
 */
export function statusLine({
  status_text,
  waiting_text,
}: Pick<DataRequest | RequestRow, 'status_text' | 'waiting_text'>): string {
  return [status_text, waiting_text].filter(Boolean).join(' · ');
}

/**
 * "Recalled: No answer in time", if the system recalled a request or a stage of it. A recall by a
 * person has no reason.
 */
export const recallText = ({
  state,
  reason,
}: Pick<RequestState, 'state' | 'reason'>): string | undefined =>
  state === 'Recalled' && reason ? `Recalled: ${reason}` : undefined;

/** The `recallText` of a request that is recalled now. */
export function recallReason({
  status,
  request_states,
}: Pick<DataRequest, 'status' | 'request_states'>): string | undefined {
  if (status !== 'Recalled') return undefined;
  return request_states.map(recallText).find(Boolean);
}

/** "Due 04 December 2026 · Due soon", or that the clock is paused. */
export const dueText = ({ on, state }: Due): string =>
  on ? `Due ${formatDate(on)} · ${state}` : 'Paused until a comment is resolved';

/** "2 overdue". Undefined if no pending request is overdue, or while the counts load. */
export const overdueText = (counts: Pick<RequestCounts, 'overdue'> | undefined) =>
  counts?.overdue ? `${formatNumber(counts.overdue)} overdue` : undefined;

/** "1 to decide · 2 with the requester". Undefined if no pending request waits for its requester. */
export function pendingParts(
  counts: Pick<RequestCounts, 'pending' | 'with_requester'> | undefined,
): string | undefined {
  if (!counts?.with_requester) return undefined;
  const toDecide = formatNumber(toDecideOf(counts));
  return `${toDecide} to decide · ${formatNumber(counts.with_requester)} with the requester`;
}

/** Returns how many pending requests do not wait for their requester. */
export const toDecideOf = ({
  pending,
  with_requester,
}: Pick<RequestCounts, 'pending' | 'with_requester'>): number => pending - with_requester;

type Access = Pick<DataRequest, 'no_date_limit' | 'direct_access_from' | 'direct_access_to'>;

/**
 * Returns the requested period of direct access. Undefined for the other formats, which have none.
 */
export function accessPeriod(request: Access): string | undefined {
  const { no_date_limit, direct_access_from, direct_access_to } = request;
  if (no_date_limit) return 'No date limit';
  if (!direct_access_from || !direct_access_to) return undefined;
  return `${formatDate(direct_access_from)} to ${formatDate(direct_access_to)}`;
}

/** Returns the chosen facilities. An empty choice means all. */
export function facilities({ filters }: Pick<DataRequest, 'filters'>): string {
  return filters.facility_filter.join('; ') || 'All';
}

/**
 * Returns the period that the data should cover. A missing start or end leaves that end open;
 * without both, all data is meant.
 */
export function periodOfData({ filters }: Pick<DataRequest, 'filters'>): string {
  const { start_value, end_value } = filters.date_range_filter;
  if (start_value && end_value) return `${formatDate(start_value)} to ${formatDate(end_value)}`;
  if (start_value) return `From ${formatDate(start_value)}`;
  return end_value ? `Until ${formatDate(end_value)}` : 'All';
}

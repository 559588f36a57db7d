import type { DataRequest, RequestCounts, RequestRow } from '@/api/models';
import { formatDate } from './dates';
import { formatNumber } from './numbers';

/** Where a request stands, in the server's words: "Submitted 8 days ago · Waiting for the Data Officer, 3 days". */
export function statusLine({
  status_text,
  waiting_text,
}: Pick<DataRequest | RequestRow, 'status_text' | 'waiting_text'>): string {
  return [status_text, waiting_text].filter(Boolean).join(' · ');
}

/** "1 to decide, 2 with the requester"; undefined while none of the pending requests waits for its requester. */
export function pendingParts(
  counts: Pick<RequestCounts, 'pending' | 'with_requester'> | undefined,
): string | undefined {
  if (!counts?.with_requester) return undefined;
  const toDecide = formatNumber(toDecideOf(counts));
  return `${toDecide} to decide, ${formatNumber(counts.with_requester)} with the requester`;
}

/** How many of the pending requests do not wait for their requester. */
export const toDecideOf = ({
  pending,
  with_requester,
}: Pick<RequestCounts, 'pending' | 'with_requester'>): number => pending - with_requester;

type Access = Pick<DataRequest, 'no_date_limit' | 'direct_access_from' | 'direct_access_to'>;

/** How long direct access is wanted; undefined for the other formats, which have no period. */
export function accessPeriod(request: Access): string | undefined {
  const { no_date_limit, direct_access_from, direct_access_to } = request;
  if (no_date_limit) return 'No date limit';
  if (!direct_access_from || !direct_access_to) return undefined;
  return `${formatDate(direct_access_from)} to ${formatDate(direct_access_to)}`;
}

/** What was chosen of facilities; none chosen means all. */
export function facilities({ filters }: Pick<DataRequest, 'filters'>): string {
  return filters.facility_filter.join('; ') || 'All';
}

/** Which period the data is wanted of; either end may be open, and no end at all means all of it. */
export function periodOfData({ filters }: Pick<DataRequest, 'filters'>): string {
  const { start_value, end_value } = filters.date_range_filter;
  if (start_value && end_value) return `${formatDate(start_value)} to ${formatDate(end_value)}`;
  if (start_value) return `From ${formatDate(start_value)}`;
  return end_value ? `Until ${formatDate(end_value)}` : 'All';
}

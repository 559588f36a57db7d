import dayjs from 'dayjs';
import type { DataRequest, RequestRow } from '@/api/models';
import { formatDate } from './dates';
import { count } from './numbers';

/** Whose turn it is and for how long: "Waiting for the Data Security Reviewer, 3 days", on the first day "since today". */
export function waitingLine(
  roles: readonly string[],
  since: string | null | undefined,
  now = new Date(),
): string {
  const line = `Waiting for the ${roles.join(' and the ')}`;
  if (!since) return line;
  const days = dayjs(now).diff(since, 'day');
  return days > 0 ? `${line}, ${count(days, 'day')}` : `${line} since today`;
}

/** The same of a row of a list; empty when nobody's turn it is. */
export function waitingFor(request: RequestRow): string {
  const { status, waiting_for, waiting_since, waits_for_nobody } = request;
  if (status !== 'Pending' || waiting_for.length === 0) return '';
  if (waits_for_nobody) return `Waiting for nobody: no ${waiting_for.join(', no ')} can decide`;
  return waitingLine(waiting_for, waiting_since);
}

/** Where a request stands: whose turn it is and for how long, or how it ended and what its owner may do next. */
export function statusLine(request: DataRequest, now = new Date()): string {
  const { status, status_text, request_states, is_own, has_feedback } = request;
  const waiting = request_states.filter(({ state }) => state === 'Unattended');
  if (status === 'Pending' && waiting.length > 0) {
    const roles = waiting.map(({ role }) => role);
    return waitingLine(roles, waiting[0]?.unattended_since, now);
  }
  if (status === 'Approved' && is_own && !has_feedback) {
    return `${status_text}, waiting for your feedback`;
  }
  return status_text;
}

type Access = Pick<
  DataRequest,
  'data_format' | 'no_date_limit' | 'direct_access_from' | 'direct_access_to'
>;

/** How long direct access is wanted; undefined for the other formats. */
export function accessPeriod(request: Access): string | undefined {
  const { data_format, no_date_limit, direct_access_from, direct_access_to } = request;
  if (data_format !== 'Direct access') return undefined;
  if (no_date_limit) return 'No date limit';
  if (!direct_access_from || !direct_access_to) return undefined;
  return `${formatDate(direct_access_from)} to ${formatDate(direct_access_to)}`;
}

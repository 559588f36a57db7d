import dayjs from 'dayjs';
import type { DataRequest } from '@/api/models';
import { count } from '@/lib/numbers';

/** "Waiting for the Data Security Reviewer, 3 days"; on the first day "since today". */
export function waitingLine(
  roles: readonly string[],
  since: string | null | undefined,
  now = new Date(),
): string {
  const days = since ? dayjs(now).diff(since, 'day') : 0;
  return `Waiting for the ${roles.join(' and the ')}${days > 0 ? `, ${count(days, 'day')}` : ' since today'}`;
}

/** Where a request stands: whose turn it is and for how long, or how it ended and what comes next. */
export function statusLine(request: DataRequest, now = new Date()): string {
  const { status, status_text, request_states, has_feedback } = request;
  const waiting = request_states.filter(({ state }) => state === 'Unattended');
  if (status === 'Pending' && waiting.length > 0) {
    const roles = waiting.map(({ role }) => role);
    return waitingLine(roles, waiting[0]?.unattended_since, now);
  }
  if (status === 'Approved' && !has_feedback) return `${status_text}, waiting for your feedback`;
  return status_text;
}

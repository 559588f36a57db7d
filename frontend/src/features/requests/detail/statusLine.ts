import type { DataRequest } from '@/api/models';
import { timeAgo } from '@/lib/dates';

/** Whose turn it is and for how long: "Waiting for the Data Security Reviewer, 3 days"; else the status text. */
export function statusLine(request: DataRequest): string {
  const waiting = request.request_states.filter(({ state }) => state === 'Unattended');
  if (request.status !== 'Pending' || waiting.length === 0) return request.status_text;
  const since = waiting[0]?.unattended_since;
  const age = since ? `, ${timeAgo(since).replace(/ ago$/, '')}` : '';
  return `Waiting for the ${waiting.map(({ role }) => role).join(' and the ')}${age}`;
}

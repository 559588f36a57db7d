import type { RequestState } from '@/api/models';
import { statusLook, type Status } from '@/shared/requests/StatusChip';

/** Returns the state of a stage. Unknown states of a newer server count as not reached yet. */
export function statusOf(state: Pick<RequestState, 'state'>): Status {
  return state.state in statusLook ? (state.state as Status) : 'Incoming';
}

export function attendantOf(state: Pick<RequestState, 'attended_by'>): string | undefined {
  const person = state.attended_by;
  return person ? `${person.fname} ${person.sname}` : undefined;
}

export const isDecided = ({ state }: Pick<RequestState, 'state'>): boolean =>
  state === 'Approved' || state === 'Denied';

/** True if the timeline is too long for the chip of the status. */
export const hasLongTimeline = ({ timeline }: RequestState): boolean => timeline.length > 20;

import type { RequestState } from '@/api/models';
import { statusLook, type Status } from '@/components/StatusChip';

/** The state of a stage; an unknown word of a newer server looks like one that has not been reached. */
export function statusOf(state: Pick<RequestState, 'state'>): Status {
  return state.state in statusLook ? (state.state as Status) : 'Incoming';
}

/** Whoever answered at a stage, as one name. */
export function attendantOf(state: Pick<RequestState, 'attended_by'>): string | undefined {
  const person = state.attended_by;
  return person ? `${person.fname} ${person.sname}` : undefined;
}

/** Whether somebody approved or denied there. */
export const isDecided = ({ state }: Pick<RequestState, 'state'>): boolean =>
  state === 'Approved' || state === 'Denied';

import type { DataRequest, RequestState } from '@/api/models';
import { attendantOf, isDecided } from '@/shared/tracking/stageState';
import { whenDone } from '@/lib/dates';

/** Returns the reader's own stage once it is decided. */
export function decidedOwnStage({ acting, request_states }: DataRequest): RequestState | undefined {
  const ownStage = request_states.find(({ state_id }) => state_id === acting.stage?.state_id);
  return ownStage && isDecided(ownStage) ? ownStage : undefined;
}

/** True if this person decided at the stage. */
export const isBy = ({ attended_by }: RequestState, userId: number | undefined): boolean =>
  attended_by != null && attended_by.user_id === userId;

/** Returns a sentence about the decision at the reader's stage. */
function decided(stage: RequestState, userId: number | undefined): string {
  const verb = stage.state === 'Approved' ? 'approved' : 'denied';
  const who = isBy(stage, userId) ? 'You' : (attendantOf(stage) ?? `The ${stage.role}`);
  const when = stage.responded_on ? ` ${whenDone(stage.responded_on)}` : '';
  return `${who} ${verb} this stage${when}.`;
}

/** Returns a sentence about the state of the request since the decision. */
function since(request: DataRequest, stage: RequestState): string {
  const { status, acting, waiting_text, request_states } = request;
  switch (status) {
    case 'Approved':
      return 'All stages have approved this Data Request.';
    case 'Denied': {
      if (stage.state === 'Denied') {
        return 'The review has ended. The requester can change the Data Request and submit it again.';
      }
      const denied = request_states.find(({ state }) => state === 'Denied');
      return `The ${denied?.role ?? 'next stage'} then denied this Data Request.`;
    }
    case 'Recalled':
      return 'This Data Request was then recalled.';
    default: {
      if (acting.blocked_until && waiting_text) {
        return `${waiting_text.replace('Waiting', 'It now waits')}.`;
      }
      const roles = request_states
        .filter(({ state }) => state === 'Unattended')
        .map(({ role }) => role);
      const roleNames = [...new Set(roles)].map((role) => `the ${role}`).join(' and ');
      return roleNames && `It now waits for ${roleNames}.`;
    }
  }
}

/**
 * Returns a text such as "You approved this stage at 14:08. It now waits for the Data Access Approver."
 * (decisions C18). Undefined while the reader's stage is not decided.
 */
export function stageWords(request: DataRequest, userId: number | undefined): string | undefined {
  const stage = decidedOwnStage(request);
  return stage && [decided(stage, userId), since(request, stage)].filter(Boolean).join(' ');
}

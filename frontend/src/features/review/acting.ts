import type { DataRequest, RequestState, StateComment } from '@/api/models';
import { formatDateTime } from '@/lib/dates';

/** How long an action-required comment blocks a decision, in milliseconds (2 §9). */
const BLOCK = 48 * 60 * 60 * 1000;

/** The stage of the request at which a holder of this organisation role decides. */
export function ownStage(
  request: DataRequest,
  orgRoleId: number | undefined,
): RequestState | undefined {
  return request.request_states.find(
    ({ org_role_id, role }) => org_role_id === orgRoleId && role !== 'Data Requester',
  );
}

/** Until when an unresolved action-required comment blocks decisions; undefined when none does (decisions C9). */
export function blockedUntil(comments: readonly StateComment[], now: number): number | undefined {
  const ends = comments
    .filter(({ action_required, resolved }) => action_required && !resolved)
    .map(({ created_on }) => new Date(created_on).getTime() + BLOCK)
    .filter((end) => end > now);
  return ends.length > 0 ? Math.max(...ends) : undefined;
}

/** Why comments cannot be added, or undefined when they can: only while one's own stage is Unattended (2 §4 "Acting"). */
export function whyNoComment(
  request: DataRequest,
  stage: RequestState | undefined,
): string | undefined {
  if (!stage) return 'This request does not pass your stage.';
  if (request.is_own) return 'You cannot review a Data Request of your own.';
  return stage.state === 'Unattended' ? undefined : `This Data Request is ${stage.state}`;
}

/** Why the decision buttons are disabled, or undefined when they work. The server checks again. */
export function whyNot(
  request: DataRequest,
  stage: RequestState | undefined,
  comments: readonly StateComment[],
  now: number,
): string | undefined {
  const reason = whyNoComment(request, stage);
  if (reason !== undefined) return reason;
  const end = blockedUntil(comments, now);
  return end === undefined
    ? undefined
    : `A comment requires action. It blocks until the requester acts or 48 hours pass, on ${formatDateTime(new Date(end))}.`;
}

import type { StateComment } from '@/api/models';
import { sections, type SectionKey } from '../sections/names';

/** The comments on one section, oldest first as the server sends them. */
export function commentsOf(comments: readonly StateComment[], section: SectionKey): StateComment[] {
  return comments.filter((comment) => comment.section === sections[section]);
}

/** A comment that the requester has to act upon. */
export function isOpenDemand({ action_required, resolved }: StateComment): boolean {
  return action_required && !resolved;
}

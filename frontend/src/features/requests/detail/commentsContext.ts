import { createContext, use } from 'react';
import type { StateComment } from '@/api/models';
import { sections, type SectionKey } from './sections';

/** The comments of the request, and the section whose comments are shown; null for those of all. */
export interface Comments {
  comments: readonly StateComment[];
  chosen: SectionKey | null;
  choose: (section: SectionKey | null) => void;
}

export const CommentsContext = createContext<Comments>({
  comments: [],
  chosen: null,
  choose: () => {},
});

export const useComments = () => use(CommentsContext);

export function commentsOn(
  comments: readonly StateComment[],
  about: readonly SectionKey[],
): StateComment[] {
  const names = about.map((key): string => sections[key]);
  return comments.filter(({ section }) => names.includes(section));
}

/** A comment that the requester has to act upon. */
export function isOpenDemand({ action_required, resolved }: StateComment): boolean {
  return action_required && !resolved;
}

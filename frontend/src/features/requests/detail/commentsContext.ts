import { createContext, use } from 'react';
import type { StateComment } from '@/api/models';
import type { SectionKey } from '@/lib/requestSections';

/** The comments of the request, and the section whose comments are shown; null for all sections. */
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

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { session, useSession } from '@/api/session';
import { keepLocalCopy, readLocalCopy } from '@/lib/localCopies';
import { isBoolean, isMapOf, isShape, isText } from '@/lib/shape';

/** An unsent comment on a section, or an unsent reply. */
export interface CommentDraft {
  text: string;
  actionRequired: boolean;
}
export const emptyDraft: CommentDraft = { text: '', actionRequired: false };

/** Drafts by section, or by the comment that is answered. */
type Drafts = Record<string, CommentDraft>;
const isDrafts = isMapOf(isShape<CommentDraft>({ text: isText, actionRequired: isBoolean }));

export interface CommentDrafts {
  of: (place: string) => CommentDraft;
  set: (place: string, draft: CommentDraft) => void;
}

/** Returns the key of the draft of a reply. */
export const replyTo = (commentId: number): string => `reply ${commentId}`;

/**
 * Holds the unsent comments on a request. They survive choosing another section and closing the
 * panel, and are kept on this device until they are sent, so that a lost session or a reload loses
 * none.
 */
export function useCommentDrafts(requestId: number): CommentDrafts {
  const userId = useSession()?.user.user_id;
  const name = `comments.${requestId}`;
  const [drafts, setDrafts] = useState<Drafts>(
    () => (userId === undefined ? undefined : readLocalCopy(userId, name, isDrafts)) ?? {},
  );
  // A late response calls `set` of the render that started its call, whose `drafts` are outdated.
  const latest = useRef(drafts);
  // Stores the drafts again, because another tab that signs out deletes the kept ones.
  const close = useEffectEvent(() => {
    if (userId === undefined || !session.wasLost()) return;
    keepLocalCopy(userId, name, Object.keys(drafts).length > 0 ? drafts : undefined);
  });
  useEffect(() => () => close(), []);
  return {
    of: (place) => drafts[place] ?? emptyDraft,
    set: (place, draft) => {
      const isEmpty = draft.text === '' && !draft.actionRequired;
      const entries = Object.entries({ ...latest.current, [place]: draft });
      const next = Object.fromEntries(entries.filter(([key]) => key !== place || !isEmpty));
      latest.current = next;
      setDrafts(next);
      if (userId === undefined) return;
      keepLocalCopy(userId, name, Object.keys(next).length > 0 ? next : undefined);
    },
  };
}

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { session, useSession } from '@/api/session';
import { keep, readKept } from '@/lib/keptOnDevice';
import { isFlag, isMapOf, isShape, isText } from '@/lib/shape';

/** What is being written: a comment on a section, or a reply. */
export interface CommentDraft {
  text: string;
  actionRequired: boolean;
}
export const emptyDraft: CommentDraft = { text: '', actionRequired: false };

/** By section, or by the comment that is replied to. */
type Drafts = Record<string, CommentDraft>;
const isDrafts = isMapOf(isShape<CommentDraft>({ text: isText, actionRequired: isFlag }));

export interface CommentDrafts {
  of: (place: string) => CommentDraft;
  set: (place: string, draft: CommentDraft) => void;
}

/** Where the draft of a reply to this comment is kept. */
export const replyTo = (commentId: number): string => `reply ${commentId}`;

/**
 * What is being written about a request. It stays when another section is chosen or the panel is closed, and on this device
 * until it is sent: a session that ends, or a reload, loses no words.
 */
export function useCommentDrafts(requestId: number): CommentDrafts {
  const userId = useSession()?.user.user_id;
  const name = `comments.${requestId}`;
  const [drafts, setDrafts] = useState<Drafts>(
    () => (userId === undefined ? undefined : readKept(userId, name, isDrafts)) ?? {},
  );
  // An answer that arrives later knows only what was written when its call began.
  const latest = useRef(drafts);
  // Another tab that signs out deletes what is kept.
  const close = useEffectEvent(() => {
    if (userId === undefined || !session.wasLost()) return;
    keep(userId, name, Object.keys(drafts).length > 0 ? drafts : undefined);
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
      keep(userId, name, Object.keys(next).length > 0 ? next : undefined);
    },
  };
}

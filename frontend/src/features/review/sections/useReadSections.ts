import { useRef, useState } from 'react';
import { useSession } from '@/api/session';
import type { DataRequest } from '@/api/models';
import { keepLocalCopy, readLocalCopy } from '@/lib/localCopies';
import type { SectionKey } from '@/lib/requestSections';
import { isListOf, isNumber, isShape, isText } from '@/lib/shape';

interface ReadSections {
  version: number;
  sections: string[];
}
const isReadSections = isShape<ReadSections>({ version: isNumber, sections: isListOf(isText) });

/**
 * Remembers which sections of this version of a request the user has read, on this device and until
 * sign-out. A new version is unread.
 */
export function useReadSections({ request_id, version }: DataRequest) {
  const userId = useSession()?.user.user_id;
  const name = `read.${request_id}`;
  const kept = () =>
    userId === undefined ? undefined : readLocalCopy(userId, name, isReadSections);
  const [read, setRead] = useState(kept);
  // Several sections can come into view at once, before the first of them is rendered as read.
  const latest = useRef(read);
  const sectionsIn = (of: ReadSections | undefined) => (of?.version === version ? of.sections : []);
  return {
    isRead: (key: SectionKey): boolean => sectionsIn(read).includes(key),
    markRead: (key: SectionKey) => {
      // Another tab may have kept others meanwhile.
      const before = [...sectionsIn(latest.current), ...sectionsIn(kept())];
      const next = { version, sections: [...new Set([...before, key])] };
      latest.current = next;
      setRead(next);
      if (userId !== undefined) keepLocalCopy(userId, name, next);
    },
  };
}

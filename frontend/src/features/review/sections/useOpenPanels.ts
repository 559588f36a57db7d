import { useState } from 'react';
import { useSession } from '@/api/session';
import type { DataRequest } from '@/api/models';
import { keepLocalCopy, readLocalCopy } from '@/lib/localCopies';
import { isBoolean } from '@/lib/shape';
import { openAtFirst, panelsOf, type PanelKey } from './SectionList';

const ALL_OPEN = 'allSectionsOpen';

/**
 * The open sections of a request. A user who opened all sections of one request gets the next one
 * like that, on this device and until sign-out.
 */
export function useOpenPanels(request: DataRequest) {
  const userId = useSession()?.user.user_id;
  const all = panelsOf(request);
  const [open, setOpen] = useState<readonly PanelKey[]>(() =>
    userId !== undefined && readLocalCopy(userId, ALL_OPEN, isBoolean) ? all : openAtFirst,
  );
  const allOpen = all.every((key) => open.includes(key));
  return {
    open,
    setOpen,
    allOpen,
    toggleAll: () => {
      setOpen(allOpen ? [] : all);
      if (userId !== undefined) keepLocalCopy(userId, ALL_OPEN, allOpen ? undefined : true);
    },
  };
}

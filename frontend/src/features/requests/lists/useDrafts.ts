import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DraftRow } from '@/api/models';
import { useSession } from '@/api/session';
import { isBlank } from '@/lib/textInput';
import { draftQueries } from '../queries';
import { saveUnsaved } from '../unsaved';

export const titleOf = ({ title }: DraftRow): string => (isBlank(title) ? 'Untitled' : title);

/**
 * Reads the user's drafts, latest first. Saves those that an ended session or a lost connection
 * left on this device, so that they are included.
 */
export function useDrafts() {
  const userId = useSession()?.user.user_id;
  const client = useQueryClient();
  useEffect(() => {
    if (userId === undefined) return;
    void saveUnsaved(userId).then(() => client.invalidateQueries({ queryKey: draftQueries.all }));
  }, [userId, client]);
  return useQuery({ ...draftQueries.list(), enabled: userId !== undefined });
}

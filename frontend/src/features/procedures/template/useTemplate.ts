import { useEffect, useState } from 'react';
import type { LetterTemplate } from '@/api/models';
import { session } from '@/api/session';
import { isStale } from '@/api/useStored';
import { toast } from '@/lib/toast';
import { useSaveLetter } from '../mutations';
import {
  isSameTemplate,
  keepLocalTemplate,
  readLocalTemplate,
  type Template,
} from './localTemplate';

const textOf = ({ heading, body }: Template): Template => ({ heading, body });

/** The state of the template form. Unsaved changes are stored on this device. */
export function useTemplate(procedureId: number, stored: LetterTemplate) {
  const userId = session.get()?.user.user_id ?? 0;
  const [localCopy] = useState(() => readLocalTemplate(userId, procedureId));
  const [version, setVersion] = useState(localCopy?.row_version ?? stored.row_version);
  const [before, setBefore] = useState(() => textOf(stored));
  const [typed, setTyped] = useState(() => textOf(localCopy ?? stored));
  const [saved, setSaved] = useState(false);
  const save = useSaveLetter(procedureId);
  const isEdited = !saved && !isSameTemplate(before, typed);
  const isNewer = stored.row_version !== version;

  const takeStored = () => {
    setVersion(stored.row_version);
    setBefore(textOf(stored));
    setTyped(textOf(stored));
    setSaved(false);
    if (!save.isIdle) save.reset();
  };
  // Safe to use the stored template: there are no unsaved edits, or it was just saved.
  if (isNewer && !isEdited && !save.isPending) takeStored();

  useEffect(() => {
    keepLocalTemplate(
      userId,
      procedureId,
      isEdited ? { ...typed, row_version: version } : undefined,
    );
  }, [userId, procedureId, isEdited, typed, version]);

  return {
    typed,
    set: (field: keyof Template, text: string) => {
      setTyped((now) => ({ ...now, [field]: text }));
    },
    isEdited,
    isPending: save.isPending || saved,
    error: save.error && !isStale(save.error) ? save.error : null,
    /** The input of the last save, to which its errors apply. */
    refused: save.variables,
    /** True if another user has saved the template meanwhile. */
    changedMeanwhile: isNewer && isEdited,
    save: () =>
      save.mutate(
        { ...typed, row_version: version },
        {
          onSuccess: ({ message }) => {
            toast(message, 'success');
            setSaved(true);
          },
        },
      ),
    takeStored,
    keepMine: () => {
      setVersion(stored.row_version);
      setBefore(textOf(stored));
      save.reset();
    },
  };
}

import { useEffect, useMemo, useReducer, useState } from 'react';
import { ApiError } from '@/api/errors';
import type { ApprovalProcedure, DrawnProcedure } from '@/api/models';
import { session } from '@/api/session';
import { isStale } from '@/api/useStored';
import { toast } from '@/lib/toast';
import { useSaveDrawing } from '../mutations';
import { differences, drawingOf, ontoStored } from './drawing';
import { begin, reduce } from './editing';
import { faultsAt, faultsOf, mayBeKept, stillThere } from './faults';
import { keepDrawing, readDrawing } from './keptDrawing';

/**
 * A drawing that is changed: the steps, what the server says of it, and what became of the stored one meanwhile. What is not saved is kept
 * on this device, so that a reload, another page or a lost connection takes nothing.
 */
export function useDrawing(procedure: ApprovalProcedure, stored: DrawnProcedure) {
  const id = procedure.approval_procedure_id;
  const userId = session.get()?.user.user_id ?? 0;
  const [kept] = useState(() => readDrawing(userId, id));
  const [base, setBase] = useState(() => ({
    before: kept?.before ?? drawingOf(stored),
    version: kept?.row_version ?? stored.row_version,
  }));
  const [editing, step] = useReducer(reduce, kept?.now ?? base.before, begin);
  const [saved, setSaved] = useState(false);
  const save = useSaveDrawing(id);
  const changes = useMemo(() => differences(base.before, editing.now), [base, editing.now]);
  const isEdited = changes.length > 0 && !saved;
  const isOther = stored.row_version !== base.version;

  const takeStored = () => {
    setBase({ before: drawingOf(stored), version: stored.row_version });
    step({ kind: 'begin', drawing: drawingOf(stored) });
    setSaved(false);
    if (!save.isIdle) save.reset();
  };
  // Nothing of one's own is lost by it, or it is what was saved a moment ago.
  if (isOther && !isEdited && !save.isPending) takeStored();

  useEffect(() => {
    const drawing = { row_version: base.version, before: base.before, now: editing.now };
    keepDrawing(userId, id, isEdited ? drawing : undefined);
  }, [userId, id, base, editing.now, isEdited]);

  const told = useMemo(() => {
    const { error, variables } = save;
    if (error instanceof ApiError && !isStale(error) && variables) {
      return faultsOf(error.errors, variables.drawing);
    }
    return faultsAt(drawingOf(stored), stored.faults);
  }, [save, stored]);
  const faults = useMemo(() => stillThere(told, editing.now), [told, editing.now]);

  return {
    now: editing.now,
    step,
    canUndo: editing.past.length > 0,
    canRedo: editing.future.length > 0,
    /** What was changed and is not saved. */
    changes: isEdited ? changes : [],
    isEdited,
    /** It is being saved, or read again afterwards. */
    isPending: save.isPending || saved,
    error: save.error && !isStale(save.error) ? save.error : null,
    faults,
    /** Whether it can be saved with the faults that it was refused for. */
    mayKeepFaults:
      !procedure.is_active && save.error instanceof ApiError && mayBeKept(save.error.errors),
    /** What somebody else has changed in what is stored, since this drawing was begun. */
    changedMeanwhile: isOther && isEdited ? differences(base.before, drawingOf(stored)) : undefined,
    save: (keepFaults: boolean) =>
      save.mutate(
        { drawing: editing.now, row_version: base.version, keep_faults: keepFaults },
        {
          onSuccess: ({ message }) => {
            toast(message, 'success');
            setSaved(true);
          },
        },
      ),
    /** Drops what was changed. */
    takeStored,
    /** Goes on with what was changed, over what is stored now. */
    keepMine: () => {
      step({ kind: 'change', edit: (drawing) => ontoStored(drawing, drawingOf(stored)) });
      setBase({ before: drawingOf(stored), version: stored.row_version });
      save.reset();
    },
  };
}

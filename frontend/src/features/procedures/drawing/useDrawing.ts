import { useEffect, useMemo, useReducer, useState } from 'react';
import { ApiError } from '@/api/errors';
import type { ApprovalProcedure, DrawnProcedure } from '@/api/models';
import { session } from '@/api/session';
import { isStale } from '@/api/useStored';
import { toast } from '@/lib/toast';
import { useSaveDrawing } from '../mutations';
import { differences, drawingOf, rebaseOnStored } from './drawing';
import { reduce, startEditing } from './editing';
import { faultsAt, faultsOf, canSaveWithErrors, remainingFaults, warningsAt } from './faults';
import { keepLocalDrawing, readLocalDrawing } from './localDrawing';

/**
 * The state of the drawing editor: the undo history, the server's faults, and changes of the stored
 * drawing. Unsaved changes are stored on this device, so that they survive a reload, another page
 * and a lost connection.
 */
export function useDrawing(procedure: ApprovalProcedure, stored: DrawnProcedure) {
  const id = procedure.approval_procedure_id;
  const userId = session.get()?.user.user_id ?? 0;
  const [localCopy] = useState(() => readLocalDrawing(userId, id));
  const [base, setBase] = useState(() => ({
    before: localCopy?.before ?? drawingOf(stored),
    version: localCopy?.row_version ?? stored.row_version,
  }));
  const [editing, step] = useReducer(reduce, localCopy?.now ?? base.before, startEditing);
  const [saved, setSaved] = useState(false);
  const save = useSaveDrawing(id);
  const changes = useMemo(() => differences(base.before, editing.now), [base, editing.now]);
  const isEdited = changes.length > 0 && !saved;
  const isNewer = stored.row_version !== base.version;

  const takeStored = () => {
    setBase({ before: drawingOf(stored), version: stored.row_version });
    step({ kind: 'begin', drawing: drawingOf(stored) });
    setSaved(false);
    if (!save.isIdle) save.reset();
  };
  // Safe to use the stored drawing: there are no unsaved edits, or it was just saved.
  if (isNewer && !isEdited && !save.isPending) takeStored();

  useEffect(() => {
    const drawing = { row_version: base.version, before: base.before, now: editing.now };
    keepLocalDrawing(userId, id, isEdited ? drawing : undefined);
  }, [userId, id, base, editing.now, isEdited]);

  const reported = useMemo(() => {
    const { error, variables } = save;
    if (error instanceof ApiError && !isStale(error) && variables) {
      return faultsOf(error.errors, variables.drawing);
    }
    return faultsAt(drawingOf(stored), stored.faults);
  }, [save, stored]);
  const faults = useMemo(() => remainingFaults(reported, editing.now), [reported, editing.now]);
  const warnings = useMemo(
    () => remainingFaults(warningsAt(drawingOf(stored), stored.warnings), editing.now),
    [stored, editing.now],
  );

  return {
    now: editing.now,
    step,
    canUndo: editing.past.length > 0,
    canRedo: editing.future.length > 0,
    changes: isEdited ? changes : [],
    isEdited,
    /** True while the drawing is being saved, and until it is read again. */
    isPending: save.isPending || saved,
    error: save.error && !isStale(save.error) ? save.error : null,
    faults,
    /** The warnings about the stored drawing that still apply. */
    warnings,
    /** True if the drawing can be saved with the faults for which it was refused. */
    mayKeepFaults:
      !procedure.is_active &&
      save.error instanceof ApiError &&
      canSaveWithErrors(save.error.errors),
    /** The changes that another user has made to the stored drawing meanwhile. */
    changedMeanwhile: isNewer && isEdited ? differences(base.before, drawingOf(stored)) : undefined,
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
    /** Discards the unsaved changes. */
    takeStored,
    /** Keeps the unsaved changes and rebases them onto the stored drawing. */
    keepMine: () => {
      step({ kind: 'change', edit: (drawing) => rebaseOnStored(drawing, drawingOf(stored)) });
      setBase({ before: drawingOf(stored), version: stored.row_version });
      save.reset();
    },
  };
}

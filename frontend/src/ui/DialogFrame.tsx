import Dialog, { type DialogProps } from '@mui/material/Dialog';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { beforeRouter } from '@/lib/beforeRouter';
import { ConfirmDialog } from './ConfirmDialog';
import { hasRestoredForm } from './formDraft';
import { haveChanged, readFieldValues, type FieldValues } from './fieldValues';
import { useBackCloses } from './useBackCloses';

interface Props extends Omit<DialogProps, 'open' | 'onClose' | 'ref'> {
  onClose: () => void;
  /** True while a call is running. The dialog then stays open. */
  pending?: boolean;
  /** True if each choice is saved at once, so that closing loses nothing. */
  savesAtOnce?: boolean;
  /** True if Back closes the dialog instead of leaving the page. */
  backCloses?: boolean;
}

/**
 * The frame of all dialogs but `ConfirmDialog` and `FileViewer`. A click on the backdrop, Escape
 * and Back close it, but ask first if there is unsaved input. The dialog's own buttons close it
 * without asking.
 */
export function DialogFrame(props: Props) {
  const { onClose, pending, savesAtOnce, backCloses, children, ...dialog } = props;
  const paper = useRef<HTMLDivElement>(null);
  const before = useRef<FieldValues>(null);
  const touched = useRef(false);
  const [asking, setAsking] = useState(false);

  // Compares with the values at the first interaction, because values that were loaded after the
  // dialog opened are not input.
  const open = useCallback((element: HTMLDivElement | null) => {
    paper.current = element;
    before.current = element && readFieldValues(element);
  }, []);
  const touch = () => {
    if (!touched.current && paper.current) before.current = readFieldValues(paper.current);
    touched.current = true;
  };
  const hasUnsavedInput = () =>
    !savesAtOnce &&
    (hasRestoredForm() ||
      (paper.current !== null &&
        before.current !== null &&
        haveChanged(paper.current, before.current)));
  const closeOrAsk = () => {
    if (pending) return;
    if (hasUnsavedInput()) setAsking(true);
    else onClose();
  };
  useBack(() => {
    const stays = pending === true || hasUnsavedInput();
    if (stays && !pending) setAsking(true);
    return stays;
  });

  return (
    <>
      {backCloses && <BackCloses onBack={closeOrAsk} />}
      <Dialog
        {...dialog}
        open
        onClose={closeOrAsk}
        slotProps={{ ...dialog.slotProps, paper: { ...dialog.slotProps?.paper, ref: open } }}
        onPointerDownCapture={touch}
        onKeyDownCapture={touch}
        onBeforeInputCapture={touch}
        onDropCapture={touch}
      >
        {children}
      </Dialog>
      <ConfirmDialog
        open={asking}
        title="Discard your changes?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        colour="error"
        focus="cancel"
        onCancel={() => setAsking(false)}
        onConfirm={onClose}
      >
        They are not saved yet.
      </ConfirmDialog>
    </>
  );
}

function BackCloses({ onBack }: { onBack: () => void }) {
  useBackCloses(onBack);
  return null;
}

/** Returns the position of a history entry, as counted by the router. */
const positionOf = (state: unknown): number | undefined => {
  const { idx } = (state ?? {}) as { idx?: unknown };
  return typeof idx === 'number' ? idx : undefined;
};

/**
 * Calls `stays` on Back and Forward. If it returns true, the dialog stays open: the browser has
 * already moved when the event fires, so the event is kept from the router and the browser is sent
 * back.
 */
function useBack(stays: () => boolean): void {
  const ask = useEffectEvent(stays);
  useEffect(() => {
    const here = positionOf(history.state);
    let returning = false;
    return beforeRouter(({ state }) => {
      if (returning) {
        returning = false;
        return true;
      }
      const there = positionOf(state);
      if (here === undefined || there === undefined || here === there || !ask()) return false;
      returning = true;
      history.go(here - there);
      return true;
    });
  }, []);
}

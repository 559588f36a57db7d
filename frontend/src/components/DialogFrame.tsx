import Dialog, { type DialogProps } from '@mui/material/Dialog';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { beforeRouter } from '@/lib/beforeRouter';
import { ConfirmDialog } from './ConfirmDialog';
import { hasRestoredForm } from './formDraft';
import { differs, readTyped, type Typed } from './typed';

interface Props extends Omit<DialogProps, 'open' | 'onClose' | 'ref'> {
  onClose: () => void;
  /** A call runs: the dialog stays until it is answered. */
  pending?: boolean;
  /** What is chosen here is saved as it is chosen, so that nothing can be lost. */
  savesAtOnce?: boolean;
}

/**
 * The frame of every dialog. A click beside it, Escape and Back close it as long as nothing was filled in; then they ask
 * first. Its own buttons close it without a question.
 */
export function DialogFrame({ onClose, pending, savesAtOnce, children, ...dialog }: Props) {
  const paper = useRef<HTMLDivElement>(null);
  const before = useRef<Typed>(null);
  const touched = useRef(false);
  const [asking, setAsking] = useState(false);

  // What the fields hold when they are touched first: what was loaded after the dialog opened is nobody's work.
  const open = useCallback((element: HTMLDivElement | null) => {
    paper.current = element;
    before.current = element && readTyped(element);
  }, []);
  const touch = () => {
    if (!touched.current && paper.current) before.current = readTyped(paper.current);
    touched.current = true;
  };
  const isFilledIn = () =>
    !savesAtOnce &&
    (hasRestoredForm() ||
      (paper.current !== null &&
        before.current !== null &&
        differs(paper.current, before.current)));
  const leave = () => {
    if (pending) return;
    if (isFilledIn()) setAsking(true);
    else onClose();
  };
  useBack(() => {
    const stays = pending === true || isFilledIn();
    if (stays && !pending) setAsking(true);
    return stays;
  });

  return (
    <>
      <Dialog
        {...dialog}
        open
        onClose={leave}
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
        title="Discard what you filled in?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        colour="error"
        focus="cancel"
        onCancel={() => setAsking(false)}
        onConfirm={onClose}
      >
        It is not saved yet.
      </ConfirmDialog>
    </>
  );
}

/** Where a page stands in the history, as the router counts. */
const positionOf = (state: unknown): number | undefined => {
  const { idx } = (state ?? {}) as { idx?: unknown };
  return typeof idx === 'number' ? idx : undefined;
};

/**
 * Asks before Back, or Forward, takes the page away. The browser has moved already when it tells: if the answer of `stays`
 * is true the router does not hear of it, and the browser is sent back to where it was.
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

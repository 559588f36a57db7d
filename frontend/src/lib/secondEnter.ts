/**
 * Milliseconds within which a second press cannot be meant for a dialog that the first one opened.
 */
const TOO_SOON = 300;

/** Returns the dialog or menu that contains the target, or null. */
const layerOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('[role="dialog"], [role="menu"]') : null;

/**
 * Cancels the second of two quick presses of Enter, and the repeats of a held one, if a dialog or
 * menu has opened or closed between them. The focus is then on a button that the user has not seen
 * yet, or in a field whose empty form would be submitted. Call the returned function to stop.
 */
export function watchSecondEnters(): () => void {
  let first: { layer: Element | null; at: number } | undefined;
  const cancelStray = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.isComposing) {
      // Another key shows that the user has seen the change.
      first = undefined;
      return;
    }
    const { target, timeStamp: at, repeat } = event;
    const layer = layerOf(target);
    if (first && layer !== first.layer && (repeat || at - first.at < TOO_SOON)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else {
      first = { layer, at };
    }
  };
  addEventListener('keydown', cancelStray, { capture: true });
  return () => removeEventListener('keydown', cancelStray, { capture: true });
}

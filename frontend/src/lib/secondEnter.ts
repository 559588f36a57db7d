/** Milliseconds within which a second press is no answer to what the first one has brought up. */
const TOO_SOON = 300;

/** The dialog or menu above the page in which the target is, or null. */
const layerOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('[role="dialog"], [role="menu"]') : null;

/**
 * Cancels the second of two quick presses of Enter, and the repeats of a held one, when a dialog or menu has opened or closed between
 * them: the focus then is on a button that the person has not seen yet, or in a field whose empty form would be sent. Call the returned
 * function to stop.
 */
export function watchSecondEnters(): () => void {
  let first: { layer: Element | null; at: number } | undefined;
  const cancelStray = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.isComposing) {
      // The person has gone on since.
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

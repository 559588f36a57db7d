/** Milliseconds within which a second press is no answer to what the first one has brought up. */
const TOO_SOON = 300;

const BUTTONS = 'button, a, summary, [role="button"], [role="menuitem"]';

/** The dialog or menu above the page in which the target is, or null. */
const layerOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('[role="dialog"], [role="menu"]') : null;

/**
 * Cancels the second of two quick presses of Enter when a dialog or menu has opened or closed between them: the focus then is on
 * another button, which the person has not seen yet. The answer ends it.
 */
export function watchSecondEnters(): () => void {
  let first: { layer: Element | null; at: number } | undefined;
  const cancelStray = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    const { target, timeStamp: at } = event;
    const layer = layerOf(target);
    const isButton = target instanceof Element && target.matches(BUTTONS);
    if (first && layer !== first.layer && isButton && at - first.at < TOO_SOON) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else {
      first = { layer, at };
    }
  };
  addEventListener('keydown', cancelStray, { capture: true });
  return () => removeEventListener('keydown', cancelStray, { capture: true });
}

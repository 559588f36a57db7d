const BUTTONS = 'button, a, label, [role="button"]';

/** Returns the button, link or label around the clicked element. A label clicks its checkbox. */
const clickTarget = ({ target }: MouseEvent): EventTarget | null =>
  target instanceof Element ? (target.closest(BUTTONS) ?? target) : target;

let first: EventTarget | null = null;

/**
 * Cancels the second click of a double click if it hits another element than the first one: the
 * backdrop of a dialog that the first click opened, or an element under something that it closed.
 */
function cancelStray(event: MouseEvent): void {
  if (event.detail < 2) {
    first = clickTarget(event);
  } else if (clickTarget(event) !== first) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

/**
 * Keeps the focus in the dialog that a button opened. The second press would take it out of the
 * field, which would then show that it is required.
 */
function keepFocusInDialog(event: MouseEvent): void {
  if (event.detail < 2 || clickTarget(event) === first) return;
  if (first instanceof Element && first.matches(BUTTONS)) event.preventDefault();
}

/**
 * Starts cancelling stray second clicks, before any other listener. Call the returned function to
 * stop.
 */
export function watchSecondClicks(): () => void {
  globalThis.addEventListener('click', cancelStray, { capture: true });
  globalThis.addEventListener('mousedown', keepFocusInDialog, { capture: true });
  return () => {
    globalThis.removeEventListener('click', cancelStray, { capture: true });
    globalThis.removeEventListener('mousedown', keepFocusInDialog, { capture: true });
  };
}

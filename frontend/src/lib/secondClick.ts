/** Returns the button, link or label around the element that was clicked. A label clicks the checkbox in it. */
const meantBy = ({ target }: MouseEvent): EventTarget | null =>
  target instanceof Element
    ? (target.closest('button, a, label, [role="button"]') ?? target)
    : target;

let first: EventTarget | null = null;

/**
 * Cancels the second click of a double click when it hits another element than the first one: the backdrop of a dialog that the first
 * click opened, or an element under something that it closed.
 */
function cancelStray(event: MouseEvent): void {
  if (event.detail < 2) {
    first = meantBy(event);
  } else if (meantBy(event) !== first) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

/** Starts cancelling stray second clicks, before any other listener. Call the returned function to stop. */
export function watchSecondClicks(): () => void {
  globalThis.addEventListener('click', cancelStray, { capture: true });
  return () => globalThis.removeEventListener('click', cancelStray, { capture: true });
}

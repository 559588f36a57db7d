/** What a click is meant for: the button or link around the icon or text that was hit. */
const meantBy = ({ target }: MouseEvent): EventTarget | null =>
  target instanceof Element
    ? (target.closest('button, a, label, input, [role="button"]') ?? target)
    : target;

let first: EventTarget | null = null;

/**
 * Leaves the second click of a double click alone where it hits something else than the first one: what the first one opened, such as
 * the ground beside a dialog, or what came to light because it closed something. Nobody means that with a double click.
 */
function leaveAlone(event: MouseEvent): void {
  if (event.detail < 2) {
    first = meantBy(event);
  } else if (meantBy(event) !== first) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

/** Has every second click looked at before anything hears of it, until the answer is called. */
export function watchSecondClicks(): () => void {
  globalThis.addEventListener('click', leaveAlone, { capture: true });
  return () => globalThis.removeEventListener('click', leaveAlone, { capture: true });
}

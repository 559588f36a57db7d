/** For how long a press holds changes back, in milliseconds: of some the end is never told, such as one of a scroll bar. */
const AT_MOST = 1000;
/** How long after its release a press may become a click, in milliseconds. */
const CLICK_WITHIN = 100;

let timer: ReturnType<typeof setTimeout> | undefined;
const held: (() => void)[] = [];

function release(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const change of held.splice(0)) change();
}

/** Ends the press that is going on, if there is one, after some milliseconds. */
function endsIn(milliseconds: number): void {
  if (timer === undefined) return;
  clearTimeout(timer);
  timer = setTimeout(release, milliseconds);
}

const begins = () => {
  timer ??= setTimeout(release, AT_MOST);
};

/** Before all others, because they may keep an event to themselves. Where pages are drawn ahead of time, nothing is pressed. */
const on = (event: keyof WindowEventMap, listen: () => void) =>
  globalThis.addEventListener?.(event, listen, { capture: true });

on('pointerdown', begins);
on('pointerup', () => endsIn(CLICK_WITHIN));
on('pointercancel', () => endsIn(0));
// What is clicked is known by now, and is told of it first.
on('click', () => endsIn(0));

/**
 * Makes a change that nobody at the screen asked for, and that may move the page: at once, or when the press that is going on has
 * ended. A press that ends on something else than it began on is lost.
 */
export function afterPress(change: () => void): void {
  if (timer === undefined) change();
  else held.push(change);
}

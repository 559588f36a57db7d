/**
 * Maximum milliseconds for which a press delays changes. Some presses never end with an event, such
 * as those on a scroll bar.
 */
const MAX_DELAY_MS = 1000;
/** Milliseconds after `pointerup` within which the click follows. */
const CLICK_DELAY_MS = 100;

let timer: ReturnType<typeof setTimeout> | undefined;
const pending: (() => void)[] = [];

function release(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const change of pending.splice(0)) change();
}

/** Ends the current press, if any, after some milliseconds. */
function endPressIn(milliseconds: number): void {
  if (timer === undefined) return;
  clearTimeout(timer);
  timer = setTimeout(release, milliseconds);
}

const beginPress = () => {
  timer ??= setTimeout(release, MAX_DELAY_MS);
};

/** Capture phase, because handlers may stop propagation. Does nothing during prerendering. */
const on = (event: keyof WindowEventMap, listen: () => void) =>
  globalThis.addEventListener?.(event, listen, { capture: true });

on('pointerdown', beginPress);
on('pointerup', () => endPressIn(CLICK_DELAY_MS));
on('pointercancel', () => endPressIn(0));
// The target is known by now. The timeout lets its click handlers run first.
on('click', () => endPressIn(0));

/**
 * Runs a layout-changing update, but not while a pointer is down: if the target moves between
 * pointerdown and pointerup, the browser drops the click.
 */
export function runAfterPointerRelease(change: () => void): void {
  if (timer === undefined) change();
  else pending.push(change);
}

/** Returns true to keep the event from the router, which then stays on its page. */
type Listener = (event: PopStateEvent) => boolean;

const listeners = new Set<Listener>();

// Chromium calls the listeners of `popstate` in the order in which they were added, even those in
// the capture phase. The entry imports this module, so that its listener is added before the
// router's. During prerendering there is no `addEventListener`.
globalThis.addEventListener?.(
  'popstate',
  (event) => {
    for (const listener of [...listeners]) {
      if (listener(event)) {
        event.stopImmediatePropagation();
        return;
      }
    }
  },
  { capture: true },
);

/**
 * Calls the listener at Back and Forward before the router leaves the page. Call the returned
 * function to stop.
 */
export function beforeRouter(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

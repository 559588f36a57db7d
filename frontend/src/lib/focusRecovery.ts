/** Elements that group the controls of one entry and have siblings of the same kind. */
const ROWS = 'li, tr, [role="row"]';
const CONTROLS = 'a[href], button, input, select, summary, textarea, [role="button"]';
const SCREENS = 'main, [role="dialog"]';

/** The focused control and its surroundings, recorded while the page around it is complete. */
interface Place {
  control: HTMLElement;
  /** The screen, or the dialog or menu above it. */
  scope: HTMLElement;
  /** The ancestors of the control, from its parent up to the scope. */
  around: HTMLElement[];
  /**
   * The siblings of the control and of its row: those after it, then those before it, nearest
   * first.
   */
  neighbours: HTMLElement[];
  /** The headings above the control in its scope, nearest first. */
  headings: HTMLElement[];
}

function siblings(element: HTMLElement): HTMLElement[] {
  const like = [...(element.parentElement?.children ?? [])].filter(
    (child): child is HTMLElement => child.tagName === element.tagName,
  );
  const at = like.indexOf(element);
  return [...like.slice(at + 1), ...like.slice(0, at).reverse()];
}

function placeOf(control: HTMLElement): Place | null {
  const scope = control.closest<HTMLElement>(`${SCREENS}, body > *`);
  if (!scope) return null;
  const around: HTMLElement[] = [];
  for (let at: HTMLElement | null = control; at && at !== scope; at = at.parentElement) {
    if (at.parentElement) around.push(at.parentElement);
  }
  const rows = around.filter((element) => element.matches(ROWS));
  const headings = scope.matches(SCREENS)
    ? [...scope.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6')].filter(
        (heading) => heading.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING,
      )
    : [];
  return {
    control,
    scope,
    around,
    neighbours: [control, ...rows].flatMap(siblings),
    headings: headings.reverse(),
  };
}

const nameWords = (control: HTMLElement) =>
  (control.getAttribute('aria-label') ?? control.textContent).split(/\s+/).filter(Boolean);

/**
 * Returns the number of words with which two names begin alike. Controls such as "Delete A" and
 * "Delete B" do the same thing to different entries.
 */
function commonWords(a: HTMLElement, b: HTMLElement): number {
  const [one, other] = [nameWords(a), nameWords(b)];
  const at = one.findIndex((word, index) => word !== other[index]);
  return at < 0 ? one.length : at;
}

const isUsable = (element: HTMLElement) => element.isConnected && !element.matches(':disabled');

/** Returns the usable controls with the same tag as the control of the place. */
const similarControls = ({ control }: Place, within: HTMLElement) =>
  [within, ...within.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (one) => one.matches(CONTROLS) && one.tagName === control.tagName && isUsable(one),
  );

/** Returns the control of another row whose name is most like that of the place's control. */
const mostSimilarControl = (place: Place, row: HTMLElement) =>
  similarControls(place, row)
    .map((control) => ({ control, alike: commonWords(control, place.control) }))
    .filter(({ alike }) => alike > 0)
    .sort((a, b) => b.alike - a.alike)[0]?.control;

/** Returns the candidates for the focus, best first. */
function focusCandidates(place: Place): (HTMLElement | null | undefined)[] {
  const { control, scope, headings } = place;
  const around = place.around.filter((element) => element.isConnected);
  const [nearest] = around;
  if (!nearest) return [];
  const name = nameWords(control).join(' ');
  const redrawn = similarControls(place, nearest).find(
    (other) => name && nameWords(other).join(' ') === name,
  );
  const others = place.neighbours
    .filter((element) => element.isConnected)
    .map((element) => mostSimilarControl(place, element));
  const rowIsGone = place.around.find((element) => element.matches(ROWS))?.isConnected === false;
  const list = around.find((element) => element !== scope && element.matches('[tabindex]'));
  // "Next" is disabled on the last page, and "Previous" is beside it.
  const nav = around.find((element) => element.matches('nav'));
  const heading = headings.find(
    (element) => element.isConnected && (element.closest(ROWS)?.contains(nearest) ?? true),
  );
  return [
    control,
    ...(rowIsGone ? [...others, redrawn] : [redrawn, ...others]),
    nav && similarControls(place, nav)[0],
    nearest.closest('.MuiInputBase-root')?.querySelector<HTMLElement>('input, textarea'),
    heading && list?.contains(heading) ? null : list,
    // The heading of an accordion is focused by its button.
    heading?.querySelector('button') ?? heading,
    scope.matches(SCREENS) ? scope : null,
  ];
}

/** Focuses the element. Returns false if it is hidden or disabled, and so cannot be focused. */
function tryFocus(element: HTMLElement): boolean {
  if (!isUsable(element)) return false;
  const isText = !element.matches(`${CONTROLS}, [tabindex]`);
  if (isText) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  // Scrolls only to controls, which may be outside the window. Headings and lists are near the
  // current position.
  element.focus({ preventScroll: !element.matches(CONTROLS) });
  return document.activeElement === element;
}

/**
 * Moves the focus when the focused control leaves the page or is disabled for good: to the same
 * control of the next row, of the previous row, or to the heading or list. Browsers would move it
 * to the body, and a screen reader would start at the top again. If a dialog closes and its opener
 * is gone, the opener's place counts. Focus that was set elsewhere is not changed.
 */
export function recoverFocus() {
  /** The last focused place of each scope, most recent last. */
  const places = new Map<HTMLElement, Place>();
  let isWaiting = false;
  let moved: HTMLElement | undefined;
  let frame = 0;

  const current = () => [...places.values()].at(-1);

  /** True for the container of a dialog, which MUI focuses when the focus inside is lost. */
  const isFrame = (element: Element, { scope }: Place) =>
    element.matches('[role="presentation"][tabindex="-1"], [role="dialog"][tabindex="-1"]') &&
    element.contains(scope);

  function move() {
    const place = current();
    const { activeElement } = document;
    if (!place || !(activeElement instanceof HTMLElement)) return;
    const isLost =
      activeElement === document.body ||
      isFrame(activeElement, place) ||
      (activeElement === place.control && !isUsable(place.control));
    // A button that is disabled while its call runs is usually enabled again.
    if (!isLost || (isWaiting && place.control.isConnected && !isUsable(place.control))) return;
    // The same is true of its neighbours, which the call may have disabled as well.
    const near = place.neighbours.filter((element) => element.isConnected);
    if (isWaiting && near.some((element) => element.querySelector(':disabled'))) return;
    const main = document.querySelector<HTMLElement>('main');
    for (const { scope } of places.values()) {
      if (scope !== place.scope && !scope.isConnected) places.delete(scope);
    }
    const candidates = [...places.values()].reverse().flatMap(focusCandidates);
    moved = [...candidates, main].find((element) => element && tryFocus(element)) ?? undefined;
  }

  /** Waits until the page has not changed for two frames, so that all related updates are drawn. */
  function check() {
    cancelAnimationFrame(frame);
    const place = current();
    if (!place || (isUsable(place.control) && document.activeElement === place.control)) return;
    frame = requestAnimationFrame(() => (frame = requestAnimationFrame(move)));
  }

  function enter(target: EventTarget | null) {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    const last = current();
    if (last && isFrame(target, last) && !isUsable(last.control)) return;
    const place = placeOf(target);
    if (!place) return;
    places.delete(place.scope);
    places.set(place.scope, place);
  }

  /**
   * Forgets the places when the user leaves a control without focusing another one. Runs in a
   * microtask, because browsers also fire the event while the control is being removed.
   */
  const forgetOnLeave = () =>
    queueMicrotask(() => {
      const place = current();
      if (document.activeElement === document.body && place && isUsable(place.control)) {
        places.clear();
      }
    });

  /** Forgets the places when the user presses while no control has the focus. */
  const forgetOnPress = () => {
    if (document.activeElement === document.body) places.clear();
  };

  /** Ignores the repeats of an Enter key that has been held down since the previous control. */
  const ignoreHeldEnter = (event: KeyboardEvent) => {
    if (event.repeat && event.key === 'Enter' && event.target === moved) event.preventDefault();
  };

  const ends = new AbortController();
  const options = { capture: true, signal: ends.signal };
  document.addEventListener('focusin', ({ target }) => enter(target), options);
  document.addEventListener('focusout', forgetOnLeave, options);
  document.addEventListener('pointerdown', forgetOnPress, options);
  document.addEventListener('keydown', ignoreHeldEnter, options);
  const observer = new MutationObserver(check);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
  enter(document.activeElement);

  return {
    /** Called when another screen is shown, which decides on the focus itself. */
    forget: () => {
      places.clear();
      enter(document.activeElement);
    },
    /** Called with true while calls are running. */
    wait: (waits: boolean) => {
      isWaiting = waits;
      check();
    },
    stop: () => {
      ends.abort();
      observer.disconnect();
      cancelAnimationFrame(frame);
    },
  };
}

/** What somebody pressed, typed and chose in a page before the application ran (`first.js`). */
interface EarlyHand {
  pressed?: HTMLElement;
  filled: HTMLInputElement[];
  focused?: HTMLElement;
}

declare global {
  interface Window {
    earlyHand?: EarlyHand;
  }
}

const nameOf = (element: HTMLElement): string =>
  element.getAttribute('aria-label') ??
  ((element as HTMLInputElement).placeholder || element.textContent);

/** The element of the application that stands where this one stood: of those of its kind and name, the one at its place. */
function counterpart<E extends HTMLElement>(early: E, root: HTMLElement): E | undefined {
  const alike = (within: ParentNode) =>
    [...within.querySelectorAll<E>(early.tagName)].filter(
      (element) =>
        nameOf(element) === nameOf(early) &&
        element.getAttribute('type') === early.getAttribute('type'),
    );
  const still = early.closest('[data-still]');
  return still ? alike(root)[alike(still).indexOf(early)] : undefined;
}

function fill(field: HTMLInputElement, early: HTMLInputElement): void {
  if (field.type === 'radio' || field.type === 'checkbox') {
    if (field.checked !== early.checked) field.click();
  } else if (field.type === 'file') {
    field.files = early.files;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  } else {
    // React has a property of its own on the field, which does not tell of what is set through it.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
      field,
      early.value,
    );
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/**
 * Does in the application what was done in the page that it took the place of. A page shows what it says before its scripts are there;
 * a button that is pressed meanwhile would do nothing, and what is typed would be gone.
 */
export function takeUpEarlyHand(root: HTMLElement): void {
  const hand = window.earlyHand;
  if (!hand) return;
  delete window.earlyHand;
  for (const early of hand.filled) {
    const field = counterpart(early, root);
    if (field) fill(field, early);
  }
  if (hand.focused && document.activeElement === document.body) {
    counterpart(hand.focused, root)?.focus();
  }
  if (hand.pressed) counterpart(hand.pressed, root)?.click();
}

/** What can be filled in: MUI's selects and date fields keep their value in an input too. */
const CONTROLS = 'input, textarea, select';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function valueOf(control: Control): string {
  const isChecked = control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);
  return isChecked ? String(control.checked) : control.value;
}

const untouched = (control: Control): string =>
  control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type) ? 'false' : '';

/** What stands in the fields of an element. */
export type Typed = ReadonlyMap<Control, string>;

export function readTyped(element: Element): Typed {
  return new Map(
    [...element.querySelectorAll<Control>(CONTROLS)].map((control) => [control, valueOf(control)]),
  );
}

/** Whether anything was filled in, chosen or taken out since `before`. A field that is new since then began empty. */
export function differs(element: Element, before: Typed): boolean {
  return [...readTyped(element)].some(
    ([control, value]) => value !== (before.get(control) ?? untouched(control)),
  );
}

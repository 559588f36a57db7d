/** Elements with input. MUI's selects and date fields also keep their value in an input. */
const CONTROLS = 'input, textarea, select';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function valueOf(control: Control): string {
  const isChecked = control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);
  return isChecked ? String(control.checked) : control.value;
}

const untouched = (control: Control): string =>
  control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type) ? 'false' : '';

/** The values of all fields in an element. */
export type FieldValues = ReadonlyMap<Control, string>;

export function readFieldValues(element: Element): FieldValues {
  return new Map(
    [...element.querySelectorAll<Control>(CONTROLS)].map((control) => [control, valueOf(control)]),
  );
}

/** True if a value has changed since `before`. Fields added since then count as initially empty. */
export function haveChanged(element: Element, before: FieldValues): boolean {
  return [...readFieldValues(element)].some(
    ([control, value]) => value !== (before.get(control) ?? untouched(control)),
  );
}

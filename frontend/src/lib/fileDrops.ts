import { toast } from './toast';

/** Attribute of fields that accept dropped files. */
export const DROP_FIELD = 'data-drop-field';

/** True if files of the device are dragged, as opposed to text or a picture of the page. */
export const carriesFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') ?? false;

/** True if a field has handled the drop, or the browser's own file input will. */
const isTaken = ({ defaultPrevented, target }: DragEvent): boolean =>
  defaultPrevented || (target instanceof HTMLInputElement && target.type === 'file');

const missedDropMessage = () =>
  document.querySelector(`[${DROP_FIELD}]`)
    ? 'Nothing was added. Drop the file on the field that it belongs to.'
    : 'Nothing was added. This page has no field on which a file can be dropped.';

/**
 * Prevents the browser from opening a file that is dropped beside a field, because that would leave
 * the page and lose the typed text. Before the application runs, `inline-boot.js` does the same.
 * Call the returned function to stop.
 */
export function refuseMissedDrops(): () => void {
  window.ondragover = window.ondrop = null;
  const stop = new AbortController();
  const { signal } = stop;
  const refuse = (event: DragEvent): boolean => {
    if (!carriesFiles(event) || isTaken(event)) return false;
    event.preventDefault();
    return true;
  };
  addEventListener('dragover', refuse, { signal });
  addEventListener(
    'drop',
    (event) => {
      if (refuse(event)) toast(missedDropMessage(), 'warning');
    },
    { signal },
  );
  return () => stop.abort();
}

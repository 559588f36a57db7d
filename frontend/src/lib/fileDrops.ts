import { toast } from './toast';

/** Marks the fields on which a file can be dropped. */
export const DROP_FIELD = 'data-drop-field';

/** True where files of the device are dragged, and not a text or a picture of the page. */
export const carriesFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') ?? false;

/** A field took the drop, or the browser's own control does. */
const isTaken = ({ defaultPrevented, target }: DragEvent): boolean =>
  defaultPrevented || (target instanceof HTMLInputElement && target.type === 'file');

/** Why nothing became of a drop. */
const missed = () =>
  document.querySelector(`[${DROP_FIELD}]`)
    ? 'Nothing was added. Drop the file on the field that it belongs to.'
    : 'Nothing was added. This page has no field on which a file can be dropped.';

/**
 * Keeps the page when a file is dropped beside a field: the browser would open the file in its place, and what was typed would be lost.
 * Until then the page itself does it (`first.js`). The answer ends it.
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
      if (refuse(event)) toast(missed(), 'warning');
    },
    { signal },
  );
  return () => stop.abort();
}

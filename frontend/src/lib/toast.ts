import { externalStore, useStoreValue } from './externalStore';

export type ToastTone = 'success' | 'info' | 'warning' | 'error';
export interface Toast {
  message: string;
  tone: ToastTone;
}

/** The connected toaster. `closeOthers` closes all toasts but those with this message. */
interface Display {
  show: (toast: Toast) => void;
  closeOthers: (message?: string) => void;
}

let display: Display | undefined;
const waiting: Toast[] = [];
const used = externalStore(false);

/** False until the first toast, so that the toaster is loaded only when needed. */
export function useToasterNeeded(): boolean {
  return useStoreValue(used.subscribe, used.get);
}

/**
 * Shows a message at the top for 5 s, or as long as it takes to read (1 §8). Can be called from
 * anywhere; messages are queued until the toaster is loaded. A success closes the toasts of earlier
 * acts.
 */
export function toast(message: string, tone: ToastTone = 'info'): void {
  const next = { message, tone };
  if (tone === 'success') closeToasts(message);
  if (display) display.show(next);
  else {
    waiting.push(next);
    used.set(true);
  }
}

/** Closes all toasts but those with this message. Call it when the next step has succeeded. */
export function closeToasts(but?: string): void {
  waiting.length = 0;
  display?.closeOthers(but);
}

/**
 * Connects the toaster and shows the queued messages. Call the returned function to disconnect it.
 */
export function connectToaster(toaster: Display): () => void {
  display = toaster;
  waiting.splice(0).forEach(toaster.show);
  return () => {
    display = undefined;
  };
}

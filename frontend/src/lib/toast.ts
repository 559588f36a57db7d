import { externalStore, useStoreValue } from './externalStore';

export type ToastTone = 'success' | 'info' | 'warning' | 'error';
export interface Toast {
  message: string;
  tone: ToastTone;
}

let show: ((toast: Toast) => void) | undefined;
const waiting: Toast[] = [];
const used = externalStore(false);

/** False until the first toast, so that the toaster is loaded only when needed. */
export function useToasterNeeded(): boolean {
  return useStoreValue(used.subscribe, used.get);
}

/**
 * Shows a message at the top for 5 s, or as long as it takes to read (1 §8). Can be called from
 * anywhere; messages are queued until the toaster is loaded.
 */
export function toast(message: string, tone: ToastTone = 'info'): void {
  const next = { message, tone };
  if (show) show(next);
  else {
    waiting.push(next);
    used.set(true);
  }
}

/**
 * Connects the toaster and shows the queued messages. Call the returned function to disconnect it.
 */
export function connectToaster(display: (toast: Toast) => void): () => void {
  show = display;
  waiting.splice(0).forEach(display);
  return () => {
    show = undefined;
  };
}

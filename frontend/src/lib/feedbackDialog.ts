import { externalStore, useStoreValue } from './externalStore';

/** The request whose feedback dialog is open, and its mode: write or read. */
export interface FeedbackDialog {
  requestId: number;
  kind: 'provide' | 'view';
}

const prompt = externalStore<FeedbackDialog | null>(null);

/** Returns the open feedback dialog, if any. Any screen can open one; the shell renders it. */
export function useFeedbackDialog(): FeedbackDialog | null {
  return useStoreValue(prompt.subscribe, prompt.get);
}

export const openFeedback = (requestId: number, kind: FeedbackDialog['kind']): void =>
  prompt.set({ requestId, kind });
export const closeFeedback = (): void => prompt.set(null);

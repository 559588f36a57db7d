import { externalStore, useFollowed } from './externalStore';

/** Which request's feedback is open, and whether it is written or read. */
export interface FeedbackDialog {
  requestId: number;
  kind: 'provide' | 'view';
}

const prompt = externalStore<FeedbackDialog | null>(null);

/** The open feedback dialog. Any screen may open one; the shell shows it. */
export function useFeedbackDialog(): FeedbackDialog | null {
  return useFollowed(prompt.subscribe, prompt.get);
}

export const openFeedback = (requestId: number, kind: FeedbackDialog['kind']): void =>
  prompt.set({ requestId, kind });
export const closeFeedback = (): void => prompt.set(null);

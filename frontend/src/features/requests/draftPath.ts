import { paths } from '@/app/paths';

/** The wizard with one draft. */
export const draftPath = (draftId: number): string =>
  `${paths.requesterSubmitRequest}?draft=${draftId}`;

import { paths } from '@/app/paths';

/** Returns the path of the wizard with one draft. */
export const draftPath = (draftId: number): string =>
  `${paths.requesterSubmitRequest}?draft=${draftId}`;

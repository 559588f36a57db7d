import { paths } from '@/app/paths';

export const draftPath = (draftId: number): string =>
  `${paths.requesterSubmitRequest}?draft=${draftId}`;

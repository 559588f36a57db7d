import { lazyPartWithQueries } from './lazyPart';

/** The mail preferences for screens of other features, which `app/` hands it to: a feature does not import another. */
export const MailPreferencesPart = lazyPartWithQueries(
  () => import('@/features/notifications/MailPreferences'),
);

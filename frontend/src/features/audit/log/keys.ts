import type { AuditLog } from '@/api/models';
import type { TrustedKey } from '../check/former';

/** Returns the keys that the server publishes, with their retirement. */
export const trustedKeys = (log: AuditLog | undefined): readonly TrustedKey[] =>
  (log?.keys ?? []).map(({ verifier_key: key, retired_at: at, retired_size: size }) => ({
    key,
    retired: at && typeof size === 'number' ? { at, size } : undefined,
  }));

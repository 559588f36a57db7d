import { get } from '@/api/query';

const OFFERED = '/api/v1/users/organizations/{org_id}/roles';

/** What people read about their own roles and those that they can have (1 §7.2). */
export const roleQueries = {
  /** What the organisation offers, and the user neither holds nor waits for (1 §5.6). */
  available: (orgId: number) =>
    get(OFFERED, { path: { org_id: orgId }, query: { available: true } }),
  /** Everything that the organisation offers at present. */
  offered: (orgId: number) =>
    get(
      OFFERED,
      { path: { org_id: orgId } },
      { meta: { failure: 'Error retrieving Org Role data' } },
    ),
  /** What the user holds or has asked for, each with its history. */
  own: (userId: number) => get('/api/v1/users/assign-roles', { query: { user_id: userId } }),
};

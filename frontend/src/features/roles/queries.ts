import { get } from '@/api/query';

const OFFERED = '/api/v1/users/organizations/{org_id}/roles';

/** Queries about the user's own roles and the roles that they can request (1 §7.2). */
export const roleQueries = {
  /** The offered roles that the user neither holds nor has requested (1 §5.6). */
  available: (orgId: number) =>
    get(OFFERED, { path: { org_id: orgId }, query: { available: true } }),
  /** All roles that the organisation offers right now. */
  offered: (orgId: number) =>
    get(
      OFFERED,
      { path: { org_id: orgId } },
      { meta: { failure: 'Error retrieving Org Role data' } },
    ),
  /** The roles that the user holds or has requested, each with its history. */
  own: (userId: number) => get('/api/v1/users/assign-roles', { query: { user_id: userId } }),
};

import type { ListArgs } from '@/api/lists';
import { get, getPage, keyOf } from '@/api/query';

export interface OfOrganisation extends ListArgs {
  orgId: number;
}

const USERS = '/api/v1/users/organization-users';
const REQUESTED = '/api/v1/users/assigned-roles/approve';
const ASSIGNED = '/api/v1/users/assigned-role-status';

/** Queries of administrators about an organisation's users and roles (1 §7.2; 3 §7). */
export const peopleQueries = {
  /** The keys of the lists and their counts, but not of queries about one person. */
  lists: [keyOf(USERS), keyOf(REQUESTED), keyOf(ASSIGNED)],
  users: ({ orgId, ...args }: OfOrganisation) =>
    getPage(USERS, args, 'Error retrieving organisation users data', { org_id: orgId }),
  counts: (orgId: number) => get(`${USERS}/counts`, { query: { org_id: orgId } }),
  erasure: (userId: number) =>
    get(
      '/api/v1/users/erase/{user_id}',
      { path: { user_id: userId } },
      // Never cached, because obstacles may have been removed on another screen.
      { staleTime: 0, gcTime: 0 },
    ),
  roleRequests: ({ orgId, ...args }: OfOrganisation) =>
    getPage(REQUESTED, args, 'Error retrieving role requests data', {
      role_status: '["Pending"]',
      org_id: orgId,
    }),
  assignedRoles: ({ orgId, ...args }: OfOrganisation) =>
    getPage(ASSIGNED, args, 'Error retrieving assigned roles data', { org_id: orgId }),
  /**
   * The roles that an organisation offers, each with the reason, if any, why it cannot be assigned
   * to this user.
   */
  assignableRoles: (orgId: number, userId: number) =>
    get('/api/v1/users/organizations/{org_id}/roles', {
      path: { org_id: orgId },
      query: { assign_to: userId },
    }),
};

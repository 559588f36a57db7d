import type { ListArgs } from '@/api/lists';
import { get, getAs, getPage } from '@/api/query';

const ORGANISATIONS = '/api/v1/users/organizations';
const ROLES = '/api/v1/users/org_roles';

/** The queries of organisations and their roles, for Super Users (3 §2.5, §2.6, §7). */
export const organisationQueries = {
  /** All organisations, active or not, for Super Users (3 §2.5). */
  everyOrganisation: (args: ListArgs) =>
    getPage(ORGANISATIONS, args, 'Error retrieving organisations data', { all: true }),
  /** One organisation with all its fields, for Super Users (3 §7). */
  organisation: (orgId: number) =>
    get('/api/v1/users/organizations/{org_id}', { path: { org_id: orgId } }),
  /** Active organisations to choose from. */
  organisations: (args: Omit<ListArgs, 'sort'>) =>
    getPage(ORGANISATIONS, args, 'Error retrieving organisations data', { all: false }),
  /** The roles of all organisations, activated or not, for Super Users (3 §2.6). */
  everyOrganisationRole: (args: ListArgs) => getPage(ROLES, args, 'Error retrieving Org Role data'),
  /** The current state of one of these roles. */
  organisationRole: ({ org_role_id, org }: { org_role_id: number; org: number }) =>
    getAs(ROLES, { query: { org_id: org, page_size: 100 } }, `role ${org_role_id}`, ({ data }) => {
      const found = data.find((role) => role.org_role_id === org_role_id);
      if (!found) throw new Error('The organisation role no longer exists.');
      return found;
    }),
};

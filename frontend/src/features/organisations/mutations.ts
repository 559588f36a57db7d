import type { OrganisationInput } from '@/api/models';
import { send } from '@/api/send';
import { useAct } from '@/api/useAct';
import { useRefresh } from '@/api/useRefresh';
import { saveCalls, useSave } from '@/api/useSave';

/** The calls to refresh: their responses contain organisations or their roles. */
const PATHS = ['/api/v1/users', '/api/v1/data_requests', '/api/v1/data_dictionary'] as const;

/** Activates or deactivates an organisation role (3 §7). */
export function useUpdateOrganisationRole(orgRoleId: number) {
  return useAct({
    mutationFn: (change: { status: boolean; reason: string; row_version?: number }) =>
      send('patch', '/api/v1/users/org-roles/{id}/update-status', {
        params: { path: { id: orgRoleId } },
        body: change,
      }),
    ...useRefresh(...PATHS),
  });
}

const organisationCalls = saveCalls<OrganisationInput>(
  '/api/v1/users/organizations',
  '/api/v1/users/organizations/{org_id}',
);

/** Adds an organisation, or changes the one with this id (3 §7). */
export const useSaveOrganisation = (orgId?: number) => useSave(orgId, organisationCalls, ...PATHS);

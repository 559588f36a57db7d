import { api, body } from '@/api/client';
import type { OrganisationInput } from '@/api/models';
import { useAct } from '@/api/useAct';
import { useRefresh } from '@/api/useRefresh';
import { useSave } from '@/api/useSave';

/** Activates an organisation role or deactivates it (3 §7). */
export function useUpdateOrganisationRole(orgRoleId: number) {
  return useAct({
    mutationFn: async (change: { status: boolean; reason: string; row_version?: number }) =>
      body(
        await api.PATCH('/api/v1/users/org-roles/{id}/update-status', {
          params: { path: { id: orgRoleId } },
          body: change,
        }),
      ),
    ...useRefresh(),
  });
}

/** Adds an organisation, or changes the one that is named (3 §7). */
export const useSaveOrganisation = (orgId?: number) =>
  useSave<OrganisationInput>(orgId, {
    path: '/api/v1/users/organizations',
    add: async (input, headers) =>
      body(await api.POST('/api/v1/users/organizations', { headers, body: input })),
    change: async (org_id, input) =>
      body(
        await api.PUT('/api/v1/users/organizations/{org_id}', {
          params: { path: { org_id } },
          body: input,
        }),
      ),
  });

import { useMutation } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import type { OrganisationInput } from '@/api/models';
import { once } from '@/api/once';
import { useRefresh } from '@/api/useRefresh';

/** Activates an organisation role or deactivates it (3 §7). */
export function useUpdateOrganisationRole(orgRoleId: number) {
  return useMutation({
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
export function useSaveOrganisation(orgId?: number) {
  return useMutation({
    mutationFn: async (organisation: OrganisationInput): Promise<{ message: string }> =>
      orgId === undefined
        ? once('/api/v1/users/organizations', organisation, async (headers) =>
            body(await api.POST('/api/v1/users/organizations', { headers, body: organisation })),
          )
        : body(
            await api.PUT('/api/v1/users/organizations/{org_id}', {
              params: { path: { org_id: orgId } },
              body: organisation,
            }),
          ),
    ...useRefresh(),
  });
}

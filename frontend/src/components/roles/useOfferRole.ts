import { api, body } from '@/api/client';
import { once } from '@/api/once';
import { useAct } from '@/api/useAct';
import { useRefresh } from '@/api/useRefresh';

/** Has an organisation offer a role (3 §7). */
export function useOfferRole() {
  return useAct({
    mutationFn: async ({ orgId, roleId }: { orgId: number; roleId: number }) =>
      once('/api/v1/users/org_roles', [orgId, roleId], async (headers) =>
        body(
          await api.POST('/api/v1/users/org_roles', {
            headers,
            body: { org: orgId, role: roleId },
          }),
        ),
      ),
    ...useRefresh(),
  });
}

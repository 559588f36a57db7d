import { useMutation } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { once } from '@/api/once';
import { useRefresh } from '@/api/useRefresh';

/** Has an organisation offer a role (3 §7). */
export function useOfferRole() {
  return useMutation({
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

import { sendOnce } from '@/api/send';
import { useAct } from '@/api/useAct';
import { useRefresh } from '@/api/useRefresh';

/** Makes a role available in an organisation (3 §7). */
export function useOfferRole() {
  return useAct({
    mutationFn: ({ orgId, roleId }: { orgId: number; roleId: number }) =>
      sendOnce('/api/v1/users/org_roles', { body: { org: orgId, role: roleId } }),
    ...useRefresh('/api/v1/users', '/api/v1/reference_data/first_request'),
  });
}

import { api, body } from '@/api/client';
import { once } from '@/api/once';
import { useAct } from '@/api/useAct';
import { useRefresh } from '@/api/useRefresh';
import { peopleQueries } from './queries';

/** Whether an Admin serves an organisation is said in the list of organisations. */
const useRefreshed = () => useRefresh(peopleQueries.all, ['organisations']);

/** Activates an account or disables it (1 §7.2). */
export function useSetUserStatus(userId: number) {
  return useAct({
    mutationFn: async (isActive: 'Active' | 'Disable') =>
      body(
        await api.PATCH('/api/v1/users/activate/{user_id}', {
          params: { path: { user_id: userId } },
          body: { is_active: isActive },
        }),
      ),
    ...useRefreshed(),
  });
}

/** Erases an account for good. Whatever was read may name the person, and is read again; also where somebody else has erased it. */
export function useErase(userId: number) {
  return useAct({
    mutationFn: async (sent: { password: string; confirmation: string; reason: string }) =>
      body(
        await api.POST('/api/v1/users/erase/{user_id}', {
          params: { path: { user_id: userId } },
          body: sent,
        }),
      ),
    ...useRefresh(),
  });
}

export interface Attendance {
  assignedRoleId: number;
  /** The line of its history that the administrator saw. */
  seen: number;
  roleStatusId: number;
  password: string;
  reason: string;
}

/** Grants or denies a role that was asked for (1 §6). */
export function useAttend() {
  return useAct({
    mutationFn: async (attendance: Attendance) =>
      body(
        await api.PATCH('/api/v1/users/assigned-roles/approve', {
          body: {
            password: attendance.password,
            assigned_role_status_id: attendance.seen,
            assigned_role_id: attendance.assignedRoleId,
            role_status_id: attendance.roleStatusId,
            reason: attendance.reason,
          },
        }),
      ),
    ...useRefreshed(),
  });
}

/** Suspends, restores or takes away a role that was granted (3 §7). */
export function useChangeRoleStatus(assignedRoleStatusId: number) {
  return useAct({
    mutationFn: async (change: { roleStatusId: number; reason: string }) =>
      body(
        await api.PUT('/api/v1/users/assigned-role-status/{id}', {
          params: { path: { id: assignedRoleStatusId } },
          body: { role_status: change.roleStatusId, reason: change.reason },
        }),
      ),
    ...useRefreshed(),
  });
}

/** Assigns a role, usable at once (3 §7). */
export function useAssignRole() {
  return useAct({
    mutationFn: async ({ userId, orgRoleId }: { userId: number; orgRoleId: number }) =>
      once('/api/v1/users/assigned-roles/admin', [orgRoleId, userId], async (headers) =>
        body(
          await api.POST('/api/v1/users/assigned-roles/admin', {
            headers,
            body: { org_role_id: orgRoleId, user_id: userId, assigned_by: 'Org Admin' },
          }),
        ),
      ),
    ...useRefreshed(),
  });
}

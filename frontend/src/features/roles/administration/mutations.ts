import { send, sendOnce } from '@/api/send';
import { useAct } from '@/api/useAct';
import { useRefresh } from '@/api/useRefresh';

/** Reads people, their roles and organisations again: the list of organisations says whether an Admin serves one. */
const useRefreshed = () => useRefresh('/api/v1/users');

/** Activates an account or disables it (1 §7.2). */
export function useSetUserStatus(userId: number) {
  return useAct({
    mutationFn: (isActive: 'Active' | 'Disable') =>
      send('patch', '/api/v1/users/activate/{user_id}', {
        params: { path: { user_id: userId } },
        body: { is_active: isActive },
      }),
    ...useRefreshed(),
  });
}

/** Erases an account for good. Whatever names people is read again; also where somebody else has erased it. */
export function useErase(userId: number) {
  return useAct({
    mutationFn: (sent: { password: string; confirmation: string; reason: string }) =>
      send('post', '/api/v1/users/erase/{user_id}', {
        params: { path: { user_id: userId } },
        body: sent,
      }),
    ...useRefresh(
      '/api/v1/users',
      '/api/v1/data_requests',
      '/api/v1/data_dictionary',
      '/api/v1/notifications',
      '/api/v1/audit/entries',
    ),
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
    mutationFn: (attendance: Attendance) =>
      send('patch', '/api/v1/users/assigned-roles/approve', {
        body: {
          password: attendance.password,
          assigned_role_status_id: attendance.seen,
          assigned_role_id: attendance.assignedRoleId,
          role_status_id: attendance.roleStatusId,
          reason: attendance.reason,
        },
      }),
    ...useRefreshed(),
  });
}

/** Suspends, restores or takes away a role that was granted (3 §7). */
export function useChangeRoleStatus(assignedRoleStatusId: number) {
  return useAct({
    mutationFn: (change: { roleStatusId: number; reason: string }) =>
      send('put', '/api/v1/users/assigned-role-status/{id}', {
        params: { path: { id: assignedRoleStatusId } },
        body: { role_status: change.roleStatusId, reason: change.reason },
      }),
    ...useRefreshed(),
  });
}

/** Assigns a role, usable at once (3 §7). */
export function useAssignRole() {
  return useAct({
    mutationFn: ({ userId, orgRoleId }: { userId: number; orgRoleId: number }) =>
      sendOnce('/api/v1/users/assigned-roles/admin', {
        body: { org_role_id: orgRoleId, user_id: userId, assigned_by: 'Org Admin' },
      }),
    ...useRefreshed(),
  });
}

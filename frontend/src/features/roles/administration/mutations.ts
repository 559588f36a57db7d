import { send, sendOnce } from '@/api/send';
import { useAct } from '@/api/useAct';
import { useRefresh } from '@/api/useRefresh';

/**
 * Invalidates users, roles and organisations. The list of organisations tells which of them have an
 * Admin.
 */
const useRefreshed = () => useRefresh('/api/v1/users');

/** Activates or disables an account (1 §7.2). */
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

/** Resets the second factor of a person. All sessions of the account end. */
export function useResetSecondFactor(userId: number) {
  return useAct({
    mutationFn: () => sendOnce('/api/v1/users/second-factor/reset', { body: { user_id: userId } }),
    ...useRefreshed(),
  });
}

/**
 * Erases an account for good. Invalidates everything that contains names, even if another person
 * had already erased the account.
 */
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
  /** The history entry that the administrator saw. */
  seen: number;
  roleStatusId: number;
  password: string;
  reason: string;
}

/** Grants or denies a requested role (1 §6). */
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

/** Suspends, restores or revokes a granted role (3 §7). */
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

/** Assigns a role, which can be used at once (3 §7). */
export function useAssignRole() {
  return useAct({
    mutationFn: ({ userId, orgRoleId }: { userId: number; orgRoleId: number }) =>
      sendOnce('/api/v1/users/assigned-roles/admin', {
        body: { org_role_id: orgRoleId, user_id: userId, assigned_by: 'Org Admin' },
      }),
    ...useRefreshed(),
  });
}

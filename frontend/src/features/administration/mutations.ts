import { useMutation } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import type { OrganisationInput } from '@/api/models';
import { once } from '@/api/once';
import { useRefresh } from '@/api/useRefresh';
import { administrationQueries } from './queries';

const useRefreshed = () => useRefresh(administrationQueries.all);

/** Activates an account or disables it (1 §7.2). */
export function useSetUserStatus(userId: number) {
  return useMutation({
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
  return useMutation({
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
  return useMutation({
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
  return useMutation({
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
    ...useRefreshed(),
  });
}

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
    ...useRefreshed(),
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
    ...useRefreshed(),
  });
}

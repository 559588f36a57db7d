import type { Notification } from '@/api/models';

/** Notifications by role, in the order in which each role has its newest one (1 §2). */
export function byRole(notifications: readonly Notification[]): [string, Notification[]][] {
  const groups = new Map<string, Notification[]>();
  for (const notification of notifications) {
    groups.set(notification.role, [...(groups.get(notification.role) ?? []), notification]);
  }
  return [...groups];
}

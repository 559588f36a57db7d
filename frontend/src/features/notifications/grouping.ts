import type { Notification, NotificationCount } from '@/api/models';

/** The tabs of the page (1 §2.5). */
export type Tab = 'all' | 'unread' | 'read';

/** The notifications of a role: the number of all, and those that are loaded. */
export interface Group {
  role: string;
  count: number;
  notifications: Notification[];
}

const countOf = ({ total, unread }: NotificationCount, tab: Tab): number =>
  ({ all: total, unread, read: total - unread })[tab];

/**
 * Groups notifications by role, ordered by the newest notification of each role. Roles with only
 * older notifications than the loaded ones come last. The counts are the server's, because a page
 * has only a part (1 §2.5).
 */
export function byRole(
  notifications: readonly Notification[],
  counts: readonly NotificationCount[],
  tab: Tab,
): Group[] {
  const groups = new Map<string, Group>();
  const groupOf = (role: string): Group => {
    const group = groups.get(role) ?? { role, count: 0, notifications: [] };
    groups.set(role, group);
    return group;
  };
  for (const notification of notifications)
    groupOf(notification.role).notifications.push(notification);
  for (const counted of counts) {
    const count = countOf(counted, tab);
    if (count > 0) groupOf(counted.role).count = count;
  }
  // The counts may not include a notification that was just pushed.
  return [...groups.values()].map((group) => ({
    ...group,
    count: Math.max(group.count, group.notifications.length),
  }));
}

/**
 * Returns the counts with the unread count of a role changed by `change`. Added notifications also
 * increase its total.
 */
export function recounted(
  counts: readonly NotificationCount[],
  role: string,
  change: number,
): NotificationCount[] {
  const counted = counts.find((one) => one.role === role) ?? { role, total: 0, unread: 0 };
  const next = {
    role,
    total: counted.total + Math.max(change, 0),
    unread: Math.max(counted.unread + change, 0),
  };
  return [...counts.filter((one) => one.role !== role), next];
}

import type { Notification, NotificationCount } from '@/api/models';

/** The tabs of the page (1 §2.5). */
export type Tab = 'all' | 'unread' | 'read';

/** What a role was told: how much in all, and what of it is at hand. */
export interface Group {
  role: string;
  count: number;
  notifications: Notification[];
}

const countOf = ({ total, unread }: NotificationCount, tab: Tab): number =>
  ({ all: total, unread, read: total - unread })[tab];

/**
 * Notifications by role, in the order in which each role has its newest one; at the end the roles whose notifications are
 * all older than those at hand. The server counts, since a page is a part only (1 §2.5).
 */
export function byRole(
  notifications: readonly Notification[],
  counts: readonly NotificationCount[],
  tab: Tab,
): Group[] {
  const groups = new Map<string, Group>();
  const groupOf = (role: string): Group => {
    const known = groups.get(role) ?? { role, count: 0, notifications: [] };
    groups.set(role, known);
    return known;
  };
  for (const notification of notifications)
    groupOf(notification.role).notifications.push(notification);
  for (const counted of counts) {
    const count = countOf(counted, tab);
    if (count > 0) groupOf(counted.role).count = count;
  }
  // What has just been pushed may not be counted yet.
  return [...groups.values()].map((group) => ({
    ...group,
    count: Math.max(group.count, group.notifications.length),
  }));
}

/** Counts with `change` more unread ones of a role; what is added is new to the role in all. */
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

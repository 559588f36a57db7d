import type { Notification, NotificationCount } from '@/api/models';

/** The tabs of the page (1 §2.5). */
export type Tab = 'all' | 'unread' | 'read';

/** The notifications of a role: the number of all, and those that are loaded. */
export interface Group {
  role: string;
  count: number;
  notifications: Notification[];
}

/** The kinds that require an action, and the kinds that report a decision. All others are news. */
const urgency: Record<string, 'action' | 'decision'> = {
  action_required: 'action',
  turn_came: 'action',
  due_soon: 'action',
  overdue: 'action',
  overdue_for_long: 'action',
  waits_for_nobody: 'action',
  role_requested: 'action',
  registered: 'action',
  draft_ends: 'action',
  stage_approved: 'decision',
  stage_denied: 'decision',
  request_denied: 'decision',
  released: 'decision',
  recalled: 'decision',
  role_granted: 'decision',
  role_denied: 'decision',
  role_withdrawn: 'decision',
  activated: 'decision',
  super_user_changed: 'decision',
};

export const asksForAction = ({ kind }: Notification): boolean => urgency[kind] === 'action';

const rank = (notification: Notification): number =>
  asksForAction(notification) ? 0 : urgency[notification.kind] === 'decision' ? 1 : 2;

/** The rank among unread notifications. Those that were read need no attention, so they are last. */
const rankToRead = (notification: Notification): number =>
  notification.read ? 3 : rank(notification);

/**
 * Sorts the notifications of a role, which are newest first: those about one request are together,
 * and what asks for action comes first, then decisions, then news.
 */
function byRequest(notifications: readonly Notification[]): Notification[] {
  const groups = new Map<string, Notification[]>();
  for (const notification of notifications) {
    const { request_id, id } = notification;
    const key = request_id ? `request ${request_id}` : `alone ${id}`;
    const group = groups.get(key);
    if (group) group.push(notification);
    else groups.set(key, [notification]);
  }
  const first = (group: readonly Notification[]) => Math.min(...group.map(rankToRead));
  return [...groups.values()]
    .sort((a, b) => first(a) - first(b))
    .flatMap((group) => group.sort((a, b) => rank(a) - rank(b)));
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
    notifications: byRequest(group.notifications),
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

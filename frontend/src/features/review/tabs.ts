import type { RoleName } from '@/lib/roles';

/** A tab of a list of requests (2 §2; decisions C12). */
export interface StaffTab {
  key: 'incoming' | 'pending' | 'approved' | 'denied' | 'all';
  title: string;
  /** The states in the form that the call expects; undefined for all requests. */
  status?: string;
  /** The text of an empty list (2 §8). */
  empty: string;
  hint: string;
}

const incoming: StaffTab = {
  key: 'incoming',
  title: 'Incoming Requests',
  status: '["Incoming"]',
  empty: 'No Data requests found',
  hint: 'Requests that are on their way to your stage appear here.',
};
const pending: StaffTab = {
  key: 'pending',
  title: 'Pending Requests',
  status: '["Unattended"]',
  empty: 'No Data requests found',
  hint: 'No request is waiting for your decision. You are notified when one is.',
};
const approved: StaffTab = {
  key: 'approved',
  title: 'Approved Requests',
  status: '["Approved"]',
  empty: 'No Data requests found',
  hint: 'Requests appear here once every stage has approved them.',
};
const denied: StaffTab = {
  key: 'denied',
  title: 'Denied Requests',
  status: '["Denied","Recalled"]',
  empty: 'No denied Data requests found',
  hint: 'Denied and recalled requests appear here.',
};
const all: StaffTab = {
  key: 'all',
  title: 'All Requests',
  empty: 'No Data requests found',
  hint: 'Every request that passes your stage appears here.',
};

/**
 * Returns the tabs of a role in order. The Pending tab is shown first (2 §2). A Super User has no
 * stage and so no Incoming tab, and the approved tab has the empty text of the denied one (3 §2.4).
 */
export function tabsOf(role: RoleName | 'Guest'): readonly StaffTab[] {
  return role === 'Super User'
    ? [pending, { ...approved, empty: denied.empty }, denied, all]
    : [incoming, pending, approved, denied, all];
}

export const defaultTab = pending;

/** The buttons of the reviewing and approving roles. All other roles have View Request. */
const viewLabels: Partial<Record<RoleName | 'Guest', string>> = {
  'Data Access Reviewer': 'Review Request',
  'Data Security Reviewer': 'Review Request',
  'Data Access Approver': 'Approve Request',
  'Data Security Approver': 'Approve Request',
};

/** Returns the text of a row's button (2 §2). */
export function viewLabel(role: RoleName | 'Guest'): string {
  return viewLabels[role] ?? 'View Request';
}

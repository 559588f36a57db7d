import { expect, it } from 'vitest';
import { defaultTab, tabsOf, viewLabel } from './tabs';

it('lists five tabs for staff and four for a Super User, with Pending shown first', () => {
  const staff = tabsOf('Data Officer');
  expect(staff.map(({ title }) => title)).toEqual([
    'Incoming Requests',
    'Pending Requests',
    'Approved Requests',
    'Denied Requests',
    'All Requests',
  ]);
  expect(staff[1]).toBe(defaultTab);
  expect(tabsOf('Super User').map(({ key }) => key)).toEqual([
    'pending',
    'approved',
    'denied',
    'all',
  ]);
});

it('uses the specified texts for empty tabs, also for a Super User', () => {
  const empty = (role: Parameters<typeof tabsOf>[0], key: string) =>
    tabsOf(role).find((tab) => tab.key === key)?.empty;
  expect(empty('Data Officer', 'approved')).toBe('No Data requests found');
  expect(empty('Data Officer', 'denied')).toBe('No denied Data requests found');
  expect(empty('Super User', 'approved')).toBe('No denied Data requests found');
  expect(empty('Super User', 'all')).toBe('No Data requests found');
});

it.each([
  ['Data Access Reviewer', 'Review Request'],
  ['Data Security Reviewer', 'Review Request'],
  ['Data Access Approver', 'Approve Request'],
  ['Data Security Approver', 'Approve Request'],
  ['Data Custodian', 'View Request'],
  ['Data Officer', 'View Request'],
  ['Super User', 'View Request'],
] as const)('names the button of a row of the %s "%s"', (role, label) => {
  expect(viewLabel(role)).toBe(label);
});

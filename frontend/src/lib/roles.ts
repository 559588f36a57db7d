/**
 * The roles by rank. At sign-in, the first activated one is selected (1 §4, decisions, "Names and
 * constants").
 */
export const roleNames = [
  'Super User',
  'Admin',
  'Data Custodian',
  'Data Officer',
  'Data Access Approver',
  'Data Access Reviewer',
  'Data Security Approver',
  'Data Security Reviewer',
  'Data Analyst',
  'Data Requester',
  'Org User',
] as const;

/** URL parameter of email links that names the role to open the screen with. */
export const LINK_ROLE = 'as';

export type RoleName = (typeof roleNames)[number];

/** The six roles that decide on requests, each at its own stage (2 §1). */
export const staffRoles = [
  'Data Access Reviewer',
  'Data Access Approver',
  'Data Security Reviewer',
  'Data Security Approver',
  'Data Custodian',
  'Data Officer',
] as const satisfies readonly RoleName[];

/** The roles that can open the staff screens of requests. A Super User can only read. */
export const requestReaders: readonly RoleName[] = [...staffRoles, 'Super User'];

export function isRoleName(name: string): name is RoleName {
  return (roleNames as readonly string[]).includes(name);
}

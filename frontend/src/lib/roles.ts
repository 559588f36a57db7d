/** The roles by rank: the first one that is activated is selected at sign-in (1 §4, decisions "Names and constants"). */
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

/** The parameter of an address in a mail that names the role in which it is to be opened. */
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

/** Whoever may open the staff screens of requests: the six, and a Super User who reads only. */
export const requestReaders: readonly RoleName[] = [...staffRoles, 'Super User'];

export function isRoleName(name: string): name is RoleName {
  return (roleNames as readonly string[]).includes(name);
}

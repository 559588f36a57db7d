import type {
  AssignedRoleStatus,
  HeldRole,
  Organisation,
  OrganisationRole,
  Person,
  RoleRequest,
  StatusLine,
} from '@/api/models';
import { roleNames, type RoleName } from '@/lib/roles';
import { hoursAgo } from './reviewFactories';

const statusIds = { Pending: 1, Activated: 2, Rejected: 3, Deactivated: 4, Revoked: 5 } as const;
export type StatusName = keyof typeof statusIds;

/** Returns these statuses in the format of the server's lists. */
export const statusesNamed = (names: readonly StatusName[]) =>
  names.map((status) => ({ role_status_id: statusIds[status], status }));

/** The statuses to which an administrator can change each status. */
const possible: Readonly<Record<StatusName, readonly StatusName[]>> = {
  Pending: ['Activated', 'Rejected'],
  Activated: ['Deactivated', 'Revoked'],
  Deactivated: ['Activated', 'Revoked'],
  Rejected: [],
  Revoked: [],
};

export function makeStatusLine(status: StatusName, changes: Partial<StatusLine> = {}): StatusLine {
  return {
    assigned_role_status_id: 300 + statusIds[status],
    role_status_id: statusIds[status],
    status,
    reason: null,
    changed_on: hoursAgo(48),
    changed_by: { user_id: 7, name: 'Naledi Okafor' },
    ...changes,
  };
}

export function makeOrganisation(changes: Partial<Organisation> = {}): Organisation {
  return {
    org_id: 9,
    name: 'Halden University',
    domain: 'halden.example',
    description: 'A university.',
    active: 1,
    country: 'Halvania',
    abbreviation: 'HU',
    row_version: 1,
    ...changes,
  };
}

export function makeOffer(
  role: RoleName,
  changes: Partial<OrganisationRole> = {},
): OrganisationRole {
  const rank = roleNames.indexOf(role) + 1;
  return {
    org_role_id: 10 + rank,
    org: 6,
    role: rank,
    organisation: 'Data Requester',
    role_name: role,
    role_description: `What a ${role} does`,
    status: true,
    organisation_active: true,
    reason: null,
    history: [],
    row_version: 1,
    refusal: null,
    ...changes,
  };
}

export function makeHeldRole(role: RoleName, lines: StatusLine[]): HeldRole {
  const rank = roleNames.indexOf(role) + 1;
  return {
    assigned_role_id: 100 + rank,
    role,
    role_id: rank,
    org_role_id: 10 + rank,
    organisation: 'Data Requester',
    rank,
    offered: true,
    latest_role_status: lines,
  };
}

export function makePerson(changes: Partial<Person> = {}): Person {
  return {
    user_id: 21,
    fname: 'Amara',
    middle_name: 'Joy',
    sname: 'Linwood',
    name_scripts: [],
    org_email: 'amara.linwood@university.example',
    phone: '+15550100',
    designation: 'Epidemiologist',
    department: 'Public Health',
    tentative_organization: null,
    tentative_organization_scripts: [],
    is_active: 'Active',
    pending_activation: false,
    created_on: hoursAgo(240),
    has_second_factor: false,
    erased: false,
    ...changes,
  };
}

export function makeRoleRequest(changes: Partial<RoleRequest> = {}): RoleRequest {
  return {
    assigned_role_id: 110,
    assigned_role_status_id: 301,
    user: makePerson(),
    org_role: {
      org_role_id: 20,
      organisation: 'Data Requester',
      role: { role_id: 10, role: 'Data Requester' },
      offered: true,
    },
    role_status: { role_status_id: 1, status: 'Pending' },
    created_on: hoursAgo(50),
    history: [makeStatusLine('Pending')],
    possible_statuses: statusesNamed(['Activated', 'Rejected']),
    refusal: null,
    ...changes,
  };
}

export function makeAssigned(
  status: StatusName = 'Activated',
  changes: Partial<AssignedRoleStatus> = {},
): AssignedRoleStatus {
  return {
    assigned_role_status_id: 300 + statusIds[status],
    assigned_role: {
      assigned_role_id: 110,
      user: makePerson(),
      org_role: {
        org_role_id: 20,
        organisation: 'Data Requester',
        role: { role_id: 10, role: 'Data Requester' },
        offered: true,
      },
    },
    role_status: { role_status_id: statusIds[status], status },
    history: [makeStatusLine(status)],
    possible_statuses: statusesNamed(possible[status]),
    refusal: possible[status].length === 0 ? 'Only the user can request this role again.' : null,
    ...changes,
  };
}

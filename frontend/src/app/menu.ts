import type { RoleName } from '@/lib/roles';
import { paths, type Path } from './paths';

export interface MenuEntry {
  path: Path;
  title: string;
  /** Further paths at which the entry is lit. */
  also?: readonly Path[];
}

/** Returns true if the entry leads to the screen at this path, or to one above it. */
export const isOpen = ({ path, also = [] }: MenuEntry, pathname: string): boolean =>
  [path, ...also].some((root) => pathname === root || pathname.startsWith(`${root}/`));

const home = (path: Path): MenuEntry => ({ path, title: 'Home' });
const notifications: MenuEntry = { path: paths.notifications, title: 'Notifications' };
const dataDictionary: MenuEntry = {
  path: paths.dataSource,
  title: 'Data Dictionary',
  also: [paths.dataTable, paths.topics],
};
const documents: MenuEntry = { path: paths.documents, title: 'Documents' };
const contactUs: MenuEntry = { path: paths.contactUs, title: 'Contact Us' };
const requestRole: MenuEntry = { path: paths.requestRole, title: 'Request Role' };

const staff = (ownHome: Path): MenuEntry[] => [
  home(ownHome),
  notifications,
  documents,
  { path: paths.dataRequests, title: 'Data Requests' },
  { path: paths.dataRequestFeedback, title: 'View Feedback' },
  contactUs,
];

/** The menu entries of each role (1 §2.1). */
const entries: Record<RoleName | 'Guest', readonly MenuEntry[]> = {
  Guest: [
    home(paths.home),
    dataDictionary,
    documents,
    { path: paths.about, title: 'About' },
    contactUs,
  ],
  Admin: [
    home(paths.adminHome),
    { path: paths.adminUsers, title: 'Users' },
    { path: paths.adminUserAssignedRoles, title: 'Assigned Roles' },
    { path: paths.adminRolesRequests, title: 'Roles Requests' },
    notifications,
    documents,
    contactUs,
  ],
  'Data Requester': [
    home(paths.requesterHome),
    { path: paths.requesterMyRequests, title: 'My Data Requests' },
    notifications,
    dataDictionary,
    documents,
    contactUs,
  ],
  'Super User': [
    home(paths.superUserHome),
    { path: paths.superUserOrganisation, title: 'Organisations' },
    { path: paths.superUserOrganisationRoles, title: 'Organisation Roles' },
    { path: paths.superUserApprovalProcedure, title: 'Approval Procedure' },
    { path: paths.superUserDataDictionary, title: 'Manage Data Dictionary' },
    { path: paths.superUserReferenceData, title: 'Reference Data' },
    { path: paths.superUserCalendar, title: 'Calendar' },
    { path: paths.superUserAudit, title: 'Audit log' },
    { path: paths.dataRequestFeedback, title: 'View Feedback' },
    notifications,
    documents,
    contactUs,
  ],
  'Data Access Reviewer': staff(paths.accessReviewerHome),
  'Data Access Approver': staff(paths.accessApproverHome),
  'Data Security Reviewer': staff(paths.securityReviewerHome),
  'Data Security Approver': staff(paths.securityApproverHome),
  'Data Custodian': staff(paths.custodianHome),
  'Data Officer': staff(paths.officerHome),
  'Data Analyst': [
    home(paths.analystHome),
    notifications,
    { path: paths.analystDqaFilter, title: 'Data Quality Assessment' },
    documents,
    contactUs,
  ],
  'Org User': [home(paths.orgUserHome), notifications, requestRole, dataDictionary, contactUs],
};

export const menuOf = (role: RoleName | 'Guest'): readonly MenuEntry[] => entries[role];

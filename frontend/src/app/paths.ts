import { product } from '@/lib/product';
import type { RoleName } from '@/lib/roles';

/**
 * Every route of the product, written in full as in the specification (1 §2, 2 §2, 3 §2). A route
 * is only served if `routes.ts` has a screen for it.
 */
export const paths = {
  root: '/',
  home: '/home',
  login: '/login',
  signUp: '/sign-up',
  signInReturn: '/sign-in/return',
  about: `/about-${product.slug}`,
  contactUs: '/contact-us',
  documents: '/documents',
  licences: '/licences',
  log: '/log',
  dataSource: '/datasource',
  dataTable: '/datatable',
  dataTableOfSource: '/datatable/:data_source',
  topics: '/topics',
  topic: '/topics/:topic',
  notifications: '/notifications',
  addEmail: '/addemail',
  verifyPhone: '/verifyPhone',
  forgotPassword: '/forgotPassword',
  registeredSuccessfully: '/registeredSuccessfully',
  otpPage: '/otp-page',
  otp: '/otp',
  profile: '/profile',
  demoMailbox: '/demo/mailbox',
  requestRole: '/orguser/requestRole',

  admin: '/admin',
  adminHome: '/admin/home',
  adminUsers: '/admin/users',
  adminRolesRequests: '/admin/rolesrequests',
  adminUserAssignedRoles: '/admin/user_assigned_roles',

  requesterHome: '/requester/home',
  requesterMyRequests: '/requester/myrequests',
  requesterSingleRequest: '/requester/singlerequest',
  requesterDatasets: '/requester/myrequests/datasets',
  requesterAddVariables: '/requester/myrequests/datasets/addvariables',
  requesterViewVariables: '/requester/myrequests/datasets/viewvariables',
  requesterSubmitRequest: '/requester/submitrequest',

  custodian: '/custodian',
  custodianHome: '/custodian/home',
  officer: '/officer',
  officerHome: '/officer/home',
  accessApprover: '/accessapprover',
  accessApproverHome: '/accessapprover/home',
  accessReviewer: '/accessreviewer',
  accessReviewerHome: '/accessreviewer/home',
  securityApprover: '/securityapprover',
  securityApproverHome: '/securityapprover/home',
  securityReviewer: '/securityreviewer',
  securityReviewerHome: '/securityreviewer/home',

  dataRequests: '/datarequests',
  dataRequestsTrack: '/datarequests/track',
  dataRequest: '/datarequest',
  dataRequestPreview: '/datarequest/preview',
  dataRequestTrack: '/datarequest/track',
  dataRequestFeedback: '/datarequest/feedback',

  superUserHome: '/superuser/home',
  superUserApprovalProcedure: '/superuser/approval_procedure',
  superUserApprovalProcedureOne: '/superuser/approval_procedure/:approval_id',
  superUserOrganisation: '/superuser/organisation',
  superUserOrganisationRoles: '/superuser/organisation-roles',
  superUserDataDictionary: '/superuser/data_dictionary',
  superUserImports: '/superuser/data_dictionary/import',
  superUserImport: '/superuser/data_dictionary/import/:import_id',
  superUserTables: '/superuser/data_dictionary/tables/:data_source',
  superUserVariables: '/superuser/data_dictionary/variables/:table_id',
  superUserVersionVariable: '/superuser/data_dictionary/version_variable/:version_id',
  superUserVersionChanges: '/superuser/data_dictionary/version_changes/:version_id',
  superUserTopic: '/superuser/data_dictionary/topic/:topic',
  superUserReferenceData: '/superuser/reference-data',
  superUserCalendar: '/superuser/calendar',
  superUserAudit: '/superuser/audit',

  analystHome: '/analyst/home',
  analystDqaFilter: '/analyst/dqafilter',
  orgUserHome: '/orguser/home',
} as const;

export type Path = (typeof paths)[keyof typeof paths];

const homes: Record<RoleName, Path> = {
  'Super User': paths.superUserHome,
  Admin: paths.adminHome,
  'Data Custodian': paths.custodianHome,
  'Data Officer': paths.officerHome,
  'Data Access Approver': paths.accessApproverHome,
  'Data Access Reviewer': paths.accessReviewerHome,
  'Data Security Approver': paths.securityApproverHome,
  'Data Security Reviewer': paths.securityReviewerHome,
  'Data Analyst': paths.analystHome,
  'Data Requester': paths.requesterHome,
  'Org User': paths.orgUserHome,
};

/** Returns the home page of a role (1 §2.4). For a guest it is the landing page. */
export function homeOf(role: RoleName | 'Guest'): Path {
  return role === 'Guest' ? paths.home : homes[role];
}

/** Returns the address of a source's data dictionary, with filters in the query. */
export function dataTablePath(dataSourceId: number, filters?: Record<string, string>): string {
  const query = new URLSearchParams(filters).toString();
  return `/datatable/${dataSourceId}${query ? `?${query}` : ''}`;
}

/** The sections of the account page beside the profile. Mails link to them, too. */
export type AccountSection = 'security' | 'activity' | 'emails' | 'calendar';

export const accountPath = (section: AccountSection): string =>
  `${paths.profile}?section=${section}`;

export const topicPath = (topicId: number): string => `${paths.topics}/${topicId}`;

/**
 * Returns the address of the changes between two versions of a data source. Without `older`, the
 * comparison is with the previous version.
 */
export function versionChangesPath(newer: number, older?: number): string {
  const path = paths.superUserVersionChanges.replace(':version_id', String(newer));
  return older === undefined ? path : `${path}?with=${older}`;
}

/**
 * Returns the address of a screen about one request. The id is in the address, so that links and
 * Back work.
 */
export function requestPath(path: Path, requestId: number): string {
  return `${path}?request_id=${requestId}`;
}

/** The parameter of the confirmation that a request was submitted. */
export const SUBMITTED = 'submitted';

/** Returns the address of a new request, which opens with a confirmation. */
export const submittedPath = (requestId: number): string =>
  `${requestPath(paths.requesterSingleRequest, requestId)}&${SUBMITTED}=true`;

/** Returns the address of a screen about one dataset of a request. */
export function datasetPath(path: Path, requestId: number, datasetId: number): string {
  return `${requestPath(path, requestId)}&rdataset_id=${datasetId}`;
}

import type { ComponentType } from 'react';
import type { RoleName } from '@/lib/roles';
import { requestReaders, roleNames } from '@/lib/roles';
import { paths, type Path } from './paths';

/** A screen: what it is called in the browser's title, who may open it, and where its code is. */
export interface Screen {
  path: Path;
  title: string;
  /** What opening it is called where visits are recorded, if that is not the title (3 §2.7). */
  visit?: string;
  /** 'public' is open to guests too; otherwise the roles whose route set holds it (1 §2.2). */
  roles: 'public' | readonly RoleName[];
  load: () => Promise<{ default: ComponentType }>;
  /** True for a screen that never calls the server; it is shown without loading the query cache. */
  withoutCalls?: true;
}

const signedIn = roleNames;

/** The screens that exist. To add one, write a line here. The page is the default export of its file and is loaded on demand. */
export const screens: readonly Screen[] = [
  {
    path: paths.home,
    title: 'Home',
    roles: 'public',
    load: () => import('@/features/information/LandingPage'),
    withoutCalls: true,
  },
  {
    path: paths.login,
    title: 'Sign In',
    roles: 'public',
    load: () => import('@/features/information/LandingPage'),
    withoutCalls: true,
  },
  {
    path: paths.about,
    title: 'About',
    roles: 'public',
    load: () => import('@/features/information/AboutPage'),
    withoutCalls: true,
  },
  {
    path: paths.contactUs,
    title: 'Contact Us',
    roles: 'public',
    load: () => import('@/features/information/ContactPage'),
    withoutCalls: true,
  },
  {
    path: paths.documents,
    title: 'Documents',
    roles: 'public',
    load: () => import('@/features/information/DocumentsPage'),
  },
  {
    path: paths.forgotPassword,
    title: 'Forgot Password',
    roles: 'public',
    load: () => import('@/features/accounts/ForgotPasswordPage'),
  },
  {
    path: paths.otpPage,
    title: 'Verify Account',
    roles: 'public',
    load: () => import('@/features/accounts/verify/OtpPage'),
  },
  {
    path: paths.verifyPhone,
    title: 'Verify Account',
    roles: 'public',
    load: () => import('@/features/accounts/verify/VerifyPhonePage'),
  },
  {
    path: paths.registeredSuccessfully,
    title: 'Registered',
    roles: 'public',
    load: () => import('@/features/accounts/RegisteredPage'),
  },
  {
    path: paths.addEmail,
    title: 'Add Email',
    roles: signedIn,
    load: () => import('@/features/accounts/AddEmailPage'),
  },
  {
    path: paths.profile,
    title: 'Edit Account',
    roles: signedIn,
    load: () => import('@/app/ProfilePage'),
  },
  {
    path: paths.dataSource,
    title: 'Select Data Source',
    roles: 'public',
    load: () => import('@/features/dictionary/DataSourcePage'),
  },
  {
    path: paths.dataTable,
    title: 'Data Dictionary',
    roles: 'public',
    load: () => import('@/features/dictionary/DataTablePage'),
  },
  {
    path: paths.dataTableOfSource,
    title: 'Data Dictionary',
    roles: 'public',
    load: () => import('@/features/dictionary/DataTablePage'),
  },
  {
    path: paths.requesterHome,
    title: 'Home',
    roles: ['Data Requester'],
    load: () => import('@/features/requests/lists/RequesterHomePage'),
  },
  {
    path: paths.requesterMyRequests,
    title: 'My Data Requests',
    roles: ['Data Requester'],
    load: () => import('@/features/requests/lists/MyRequestsPage'),
  },
  {
    path: paths.requesterDatasets,
    title: 'Requested Datasets',
    roles: ['Data Requester', 'Super User'],
    load: () => import('@/features/requests/datasets/DatasetsPage'),
  },
  {
    path: paths.requesterAddVariables,
    title: 'Add Variables',
    roles: ['Data Requester', 'Super User'],
    load: () => import('@/features/requests/datasets/AddVariablesPage'),
  },
  {
    path: paths.requesterViewVariables,
    title: 'Dataset Variables',
    roles: ['Data Requester', 'Super User'],
    load: () => import('@/features/requests/datasets/ViewVariablesPage'),
  },
  {
    path: paths.requesterSubmitRequest,
    title: 'Submit a Data Request',
    roles: ['Data Requester'],
    load: () => import('@/features/requests/wizard/SubmitRequestPage'),
  },
  {
    path: paths.requesterSingleRequest,
    title: 'Submitted Data Request',
    roles: ['Data Requester'],
    load: () => import('@/features/requests/detail/SingleRequestPage'),
  },
  {
    path: paths.adminHome,
    title: 'Home',
    roles: ['Admin'],
    load: () => import('@/features/administration/AdminHomePage'),
  },
  {
    path: paths.adminUsers,
    title: 'Users',
    roles: ['Admin'],
    load: () => import('@/features/administration/UsersPage'),
  },
  {
    path: paths.adminRolesRequests,
    title: 'Roles Requests',
    roles: ['Admin'],
    load: () => import('@/features/administration/RoleRequestsPage'),
  },
  {
    path: paths.adminUserAssignedRoles,
    title: 'Assigned Roles',
    roles: ['Admin'],
    load: () => import('@/features/administration/AssignedRolesPage'),
  },
  {
    path: paths.superUserOrganisation,
    title: 'Organisations',
    roles: ['Super User'],
    load: () => import('@/features/administration/OrganisationsPage'),
  },
  {
    path: paths.superUserOrganisationRoles,
    title: 'Organisation Roles',
    roles: ['Super User'],
    load: () => import('@/features/administration/OrganisationRolesPage'),
  },
  {
    path: paths.superUserDataDictionary,
    title: 'Manage Data Dictionary',
    roles: ['Super User'],
    load: () => import('@/features/administration/dataDictionary/DataDictionaryPage'),
  },
  {
    path: paths.superUserTables,
    title: 'Tables',
    roles: ['Super User'],
    load: () => import('@/features/administration/dataDictionary/TablesPage'),
  },
  {
    path: paths.superUserApprovalProcedure,
    title: 'Approval Procedure',
    roles: ['Super User'],
    load: () => import('@/features/procedures/ProcedureScreens'),
  },
  {
    path: paths.superUserApprovalProcedureOne,
    title: 'Approval Procedure',
    visit: 'View Approval Procedure',
    roles: ['Super User'],
    load: () => import('@/features/procedures/ProcedureScreens'),
  },
  {
    path: paths.analystHome,
    title: 'Home',
    roles: ['Data Analyst'],
    load: () => import('@/app/RoleHomePage'),
    withoutCalls: true,
  },
  {
    path: paths.orgUserHome,
    title: 'Home',
    roles: ['Org User'],
    load: () => import('@/features/roles/OrgUserHomePage'),
  },
  {
    path: paths.requestRole,
    title: 'Request Role',
    roles: signedIn,
    load: () => import('@/features/roles/RequestRolePage'),
  },
  {
    path: paths.accessReviewerHome,
    title: 'Home',
    roles: ['Data Access Reviewer'],
    load: () => import('@/features/review/StaffHomePage'),
  },
  {
    path: paths.accessApproverHome,
    title: 'Home',
    roles: ['Data Access Approver'],
    load: () => import('@/features/review/StaffHomePage'),
  },
  {
    path: paths.securityReviewerHome,
    title: 'Home',
    roles: ['Data Security Reviewer'],
    load: () => import('@/features/review/StaffHomePage'),
  },
  {
    path: paths.securityApproverHome,
    title: 'Home',
    roles: ['Data Security Approver'],
    load: () => import('@/features/review/StaffHomePage'),
  },
  {
    path: paths.custodianHome,
    title: 'Home',
    roles: ['Data Custodian'],
    load: () => import('@/features/review/StaffHomePage'),
  },
  {
    path: paths.officerHome,
    title: 'Home',
    roles: ['Data Officer'],
    load: () => import('@/features/review/StaffHomePage'),
  },
  {
    path: paths.superUserHome,
    title: 'Home',
    roles: ['Super User'],
    load: () => import('@/features/review/SuperUserHomePage'),
  },
  {
    path: paths.dataRequests,
    title: 'Data Requests',
    roles: requestReaders,
    load: () => import('@/features/review/DataRequestsPage'),
  },
  {
    path: paths.dataRequestsTrack,
    title: 'Request Histories',
    roles: requestReaders,
    load: () => import('@/features/review/RequestHistoriesPage'),
  },
  {
    path: paths.dataRequest,
    title: 'Data Request',
    roles: requestReaders,
    load: () => import('./RequestDetail'),
  },
  {
    path: paths.dataRequestPreview,
    title: 'Data Request',
    roles: requestReaders,
    load: () => import('@/features/review/RequestPreviewPage'),
  },
  {
    path: paths.dataRequestTrack,
    title: 'Track Data Request',
    roles: requestReaders,
    load: () => import('@/features/review/TrackRequestPage'),
  },
  {
    path: paths.dataRequestFeedback,
    title: 'Feedback Dashboard',
    roles: requestReaders,
    load: () => import('@/features/feedback/FeedbackPage'),
  },
  {
    path: paths.analystDqaFilter,
    title: 'Data Quality Assessment',
    roles: ['Data Analyst'],
    load: () => import('@/features/dictionary/quality/DataQualityPage'),
  },
  {
    path: paths.notifications,
    title: 'Notifications',
    roles: signedIn,
    load: () => import('@/features/notifications/NotificationsPage'),
  },
  {
    path: paths.demoMailbox,
    title: 'Demo mailbox',
    roles: 'public',
    load: () => import('@/features/demo/MailboxPage'),
  },
];

/** Landing routes that lead on to another one (1 §2.2). */
export const redirects: readonly { from: Path; to: Path }[] = [
  { from: paths.otp, to: paths.otpPage },
  { from: paths.admin, to: paths.adminHome },
  { from: paths.custodian, to: paths.custodianHome },
  { from: paths.officer, to: paths.officerHome },
  { from: paths.accessApprover, to: paths.accessApproverHome },
  { from: paths.accessReviewer, to: paths.accessReviewerHome },
  { from: paths.securityApprover, to: paths.securityApproverHome },
  { from: paths.securityReviewer, to: paths.securityReviewerHome },
];

/** Whether `path` has a screen that `role` may open. */
export function isOpenTo(path: Path, role: RoleName | 'Guest'): boolean {
  const screen = screens.find((candidate) => candidate.path === path);
  if (!screen) return false;
  return screen.roles === 'public' || (role !== 'Guest' && screen.roles.includes(role));
}

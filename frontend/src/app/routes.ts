import type { ComponentType } from 'react';
import type { RoleName } from '@/lib/roles';
import { requestReaders, roleNames } from '@/lib/roles';
import { paths, type Path } from './paths';

/** A screen: what it is called in the browser's title, who may open it, and where its code is. */
export interface Screen {
  path: Path;
  title: string;
  /** What search engines and previews of links say of it, where that is not what they say of the whole product. */
  description?: string;
  /** What opening it is called where visits are recorded, if that is not the title (3 §2.7). */
  visit?: string;
  /** 'public' is open to guests too; otherwise the roles whose route set holds it (1 §2.2). */
  roles: 'public' | readonly RoleName[];
  load: () => Promise<{ default: ComponentType }>;
  /** True for a screen that never calls the server; it is shown without loading the query cache. */
  withoutCalls?: true;
  /**
   * What a public screen shows every guest, and another screen everybody who may open it, before any answer: that much stands in the
   * page before a script runs. Where a screen says nothing without a query in its address, this is one.
   */
  still?: true | `?${string}`;
}

const signedIn = roleNames;

/** The page of a screen that asks for a sign-in. The first load knows its name and nothing of what it consists of. */
function signedInPage(name: keyof typeof import('./signedInPages')): Screen['load'] {
  return async () => (await import('./signedInPages'))[name]();
}

/**
 * The screens that exist. To add one, write a line here, and one in `signedInPages.ts` unless guests open it. The page is the
 * default export of its file and is loaded on demand.
 */
export const screens: readonly Screen[] = [
  {
    path: paths.home,
    title: 'Home',
    roles: 'public',
    load: () => import('@/features/information/LandingPage'),
    withoutCalls: true,
    still: true,
  },
  {
    path: paths.login,
    title: 'Sign In',
    roles: 'public',
    load: () => import('@/features/information/LandingPage'),
    withoutCalls: true,
    still: true,
  },
  {
    path: paths.about,
    title: 'About',
    roles: 'public',
    load: () => import('@/features/information/AboutPage'),
    withoutCalls: true,
    still: true,
  },
  {
    path: paths.contactUs,
    title: 'Contact Us',
    roles: 'public',
    load: () => import('@/features/information/ContactPage'),
    still: true,
  },
  {
    path: paths.documents,
    title: 'Documents',
    roles: 'public',
    load: () => import('@/features/information/DocumentsPage'),
    still: true,
  },
  {
    path: paths.licences,
    title: 'Licences',
    roles: 'public',
    load: () => import('@/features/information/LicencesPage'),
    withoutCalls: true,
  },
  {
    path: paths.log,
    title: 'Transparency Log',
    description:
      'Check in your browser that a decision was recorded and was not changed since. Nothing is uploaded.',
    roles: 'public',
    load: () => import('@/features/audit/log/LogPage'),
    still: true,
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
    load: signedInPage('AddEmailPage'),
  },
  {
    path: paths.profile,
    title: 'Edit Account',
    roles: signedIn,
    load: signedInPage('ProfilePage'),
  },
  {
    path: paths.dataSource,
    title: 'Select Data Source',
    roles: 'public',
    load: () => import('@/features/dictionary/DataSourcePage'),
    still: true,
  },
  {
    path: paths.dataTable,
    title: 'Data Dictionary',
    roles: 'public',
    load: () => import('@/features/dictionary/DataTablePage'),
    still: true,
  },
  {
    path: paths.dataTableOfSource,
    title: 'Data Dictionary',
    roles: 'public',
    load: () => import('@/features/dictionary/DataTablePage'),
    still: true,
  },
  {
    path: paths.topics,
    title: 'Topics',
    roles: 'public',
    load: () => import('@/features/dictionary/topics/TopicsPage'),
    still: true,
  },
  {
    path: paths.topic,
    title: 'Topic',
    roles: 'public',
    load: () => import('@/features/dictionary/topics/TopicsPage'),
    still: true,
  },
  {
    path: paths.requesterHome,
    title: 'Home',
    roles: ['Data Requester'],
    load: signedInPage('RequesterHomePage'),
  },
  {
    path: paths.requesterMyRequests,
    title: 'My Data Requests',
    roles: ['Data Requester'],
    load: signedInPage('MyRequestsPage'),
  },
  {
    path: paths.requesterDatasets,
    title: 'Requested Datasets',
    roles: ['Data Requester', 'Super User'],
    load: signedInPage('DatasetsPage'),
  },
  {
    path: paths.requesterAddVariables,
    title: 'Add Variables',
    roles: ['Data Requester', 'Super User'],
    load: signedInPage('AddVariablesPage'),
  },
  {
    path: paths.requesterViewVariables,
    title: 'Dataset Variables',
    roles: ['Data Requester', 'Super User'],
    load: signedInPage('ViewVariablesPage'),
  },
  {
    path: paths.requesterSubmitRequest,
    title: 'Submit a Data Request',
    roles: ['Data Requester'],
    load: signedInPage('SubmitRequestPage'),
    still: true,
  },
  {
    path: paths.requesterSingleRequest,
    title: 'Submitted Data Request',
    roles: ['Data Requester'],
    load: signedInPage('SingleRequestPage'),
  },
  {
    path: paths.adminHome,
    title: 'Home',
    roles: ['Admin'],
    load: signedInPage('AdminHomePage'),
  },
  {
    path: paths.adminUsers,
    title: 'Users',
    roles: ['Admin'],
    load: signedInPage('UsersPage'),
  },
  {
    path: paths.adminRolesRequests,
    title: 'Roles Requests',
    roles: ['Admin'],
    load: signedInPage('RoleRequestsPage'),
  },
  {
    path: paths.adminUserAssignedRoles,
    title: 'Assigned Roles',
    roles: ['Admin'],
    load: signedInPage('AssignedRolesPage'),
  },
  {
    path: paths.superUserOrganisation,
    title: 'Organisations',
    roles: ['Super User'],
    load: signedInPage('OrganisationScreens'),
  },
  {
    path: paths.superUserOrganisationRoles,
    title: 'Organisation Roles',
    roles: ['Super User'],
    load: signedInPage('OrganisationRolesPage'),
  },
  {
    path: paths.superUserDataDictionary,
    title: 'Manage Data Dictionary',
    roles: ['Super User'],
    load: signedInPage('DataDictionaryPage'),
  },
  {
    path: paths.superUserImports,
    title: 'Import a Dictionary',
    roles: ['Super User'],
    load: signedInPage('ImportPage'),
  },
  {
    path: paths.superUserImport,
    title: 'Import',
    roles: ['Super User'],
    load: signedInPage('ImportResultPage'),
  },
  {
    path: paths.superUserTables,
    title: 'Tables',
    roles: ['Super User'],
    load: signedInPage('TablesPage'),
  },
  {
    path: paths.superUserReferenceData,
    title: 'Reference Data',
    roles: ['Super User'],
    load: signedInPage('ReferenceDataPage'),
  },
  {
    path: paths.superUserAudit,
    title: 'Record of Acts',
    roles: ['Super User'],
    load: signedInPage('RecordPage'),
  },
  {
    path: paths.superUserVariables,
    title: 'Variables',
    roles: ['Super User'],
    load: signedInPage('VariablesPage'),
  },
  {
    path: paths.superUserVersionVariable,
    title: 'Version variables',
    roles: ['Super User'],
    load: signedInPage('VersionVariablesPage'),
  },
  {
    path: paths.superUserTopic,
    title: 'Table topics',
    roles: ['Super User'],
    load: signedInPage('TopicPage'),
  },
  {
    path: paths.superUserVersionChanges,
    title: 'Changes between Versions',
    roles: ['Super User'],
    load: signedInPage('VersionChangesPage'),
  },
  {
    path: paths.superUserApprovalProcedure,
    title: 'Approval Procedure',
    roles: ['Super User'],
    load: signedInPage('ProcedureScreens'),
  },
  {
    path: paths.superUserApprovalProcedureOne,
    title: 'Approval Procedure',
    visit: 'View Approval Procedure',
    roles: ['Super User'],
    load: signedInPage('ProcedureScreens'),
  },
  {
    path: paths.analystHome,
    title: 'Home',
    roles: ['Data Analyst'],
    load: signedInPage('RoleHomePage'),
    withoutCalls: true,
  },
  {
    path: paths.orgUserHome,
    title: 'Home',
    roles: ['Org User'],
    load: signedInPage('OrgUserHomePage'),
  },
  {
    path: paths.requestRole,
    title: 'Request Role',
    roles: signedIn,
    load: signedInPage('RequestRolePage'),
  },
  {
    path: paths.accessReviewerHome,
    title: 'Home',
    roles: ['Data Access Reviewer'],
    load: signedInPage('StaffHomePage'),
  },
  {
    path: paths.accessApproverHome,
    title: 'Home',
    roles: ['Data Access Approver'],
    load: signedInPage('StaffHomePage'),
  },
  {
    path: paths.securityReviewerHome,
    title: 'Home',
    roles: ['Data Security Reviewer'],
    load: signedInPage('StaffHomePage'),
  },
  {
    path: paths.securityApproverHome,
    title: 'Home',
    roles: ['Data Security Approver'],
    load: signedInPage('StaffHomePage'),
  },
  {
    path: paths.custodianHome,
    title: 'Home',
    roles: ['Data Custodian'],
    load: signedInPage('StaffHomePage'),
  },
  {
    path: paths.officerHome,
    title: 'Home',
    roles: ['Data Officer'],
    load: signedInPage('StaffHomePage'),
  },
  {
    path: paths.superUserHome,
    title: 'Home',
    roles: ['Super User'],
    load: signedInPage('SuperUserHomePage'),
  },
  {
    path: paths.dataRequests,
    title: 'Data Requests',
    roles: requestReaders,
    load: signedInPage('DataRequestsPage'),
  },
  {
    path: paths.dataRequestsTrack,
    title: 'Request Histories',
    roles: requestReaders,
    load: signedInPage('RequestHistoriesPage'),
  },
  {
    path: paths.dataRequest,
    title: 'Data Request',
    roles: requestReaders,
    load: signedInPage('RequestDetail'),
    still: '?request_id=1',
  },
  {
    path: paths.dataRequestPreview,
    title: 'Data Request',
    roles: requestReaders,
    load: signedInPage('RequestPreviewPage'),
  },
  {
    path: paths.dataRequestTrack,
    title: 'Track Data Request',
    roles: requestReaders,
    load: signedInPage('TrackRequestPage'),
  },
  {
    path: paths.dataRequestFeedback,
    title: 'Feedback Dashboard',
    roles: requestReaders,
    load: signedInPage('FeedbackPage'),
  },
  {
    path: paths.analystDqaFilter,
    title: 'Data Quality Assessment',
    roles: ['Data Analyst'],
    load: signedInPage('DataQualityPage'),
  },
  {
    path: paths.notifications,
    title: 'Notifications',
    roles: signedIn,
    load: signedInPage('NotificationsPage'),
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

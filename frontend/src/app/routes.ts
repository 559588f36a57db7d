import type { RoleName } from '@/lib/roles';
import { requestReaders, roleNames } from '@/lib/roles';
import { paths, type Path } from './paths';

/** A screen: its title in the browser, the roles that may open it, and the file of its page. */
export interface Screen {
  path: Path;
  title: string;
  /**
   * The description for search engines and link previews, if it differs from that of the product.
   */
  description?: string;
  /** The name under which visits are recorded, if it differs from the title (3 §2.7). */
  visit?: string;
  /** The roles that may open the screen (1 §2.2); 'public' includes guests. */
  roles: 'public' | readonly RoleName[];
  /**
   * The file under `src/` with the page as its default export, without `.tsx`. Its name ends in
   * `Page`.
   */
  module: string;
  /** True for a screen without queries. It is shown without loading the query cache. */
  withoutCalls?: true;
  /**
   * Prerenders the screen into its page at build time, for guests if it is public and otherwise for
   * the roles that may open it. It may only show content that needs no answer of the server. A
   * string is the query to prerender with, for screens that show nothing without one.
   */
  prerender?: true | `?${string}`;
}

const signedIn = roleNames;

/**
 * The screens of the application. To add one, add an entry here. The router loads its page on
 * demand (`loadPage.ts`), and the build writes a page that requests its scripts (`pages.js`). Both
 * read this table.
 */
export const screens: readonly Screen[] = [
  {
    path: paths.home,
    title: 'Home',
    roles: 'public',
    module: 'features/information/LandingPage',
    withoutCalls: true,
    prerender: true,
  },
  {
    path: paths.login,
    title: 'Sign In',
    roles: 'public',
    module: 'features/information/LandingPage',
    withoutCalls: true,
    prerender: true,
  },
  {
    path: paths.signUp,
    title: 'Sign Up',
    roles: 'public',
    module: 'features/information/LandingPage',
    withoutCalls: true,
    prerender: true,
  },
  {
    path: paths.signInReturn,
    title: 'Sign In',
    visit: 'Return from a Provider',
    roles: 'public',
    module: 'app/SignInReturnPage',
  },
  {
    path: paths.about,
    title: 'About',
    roles: 'public',
    module: 'features/information/AboutPage',
    withoutCalls: true,
    prerender: true,
  },
  {
    path: paths.contactUs,
    title: 'Contact Us',
    roles: 'public',
    module: 'features/information/ContactPage',
    prerender: true,
  },
  {
    path: paths.documents,
    title: 'Documents',
    roles: 'public',
    module: 'features/information/DocumentsPage',
    prerender: true,
  },
  {
    path: paths.licences,
    title: 'Licences',
    roles: 'public',
    module: 'features/information/LicencesPage',
    withoutCalls: true,
  },
  {
    path: paths.log,
    title: 'Transparency Log',
    description:
      'Check in your browser that a decision was recorded and was not changed since. Nothing is uploaded.',
    roles: 'public',
    module: 'features/audit/log/LogPage',
    prerender: true,
  },
  {
    path: paths.forgotPassword,
    title: 'Forgot Password',
    roles: 'public',
    module: 'features/accounts/ForgotPasswordPage',
  },
  {
    path: paths.otpPage,
    title: 'Verify Account',
    roles: 'public',
    module: 'features/accounts/verify/OtpPage',
  },
  {
    path: paths.verifyPhone,
    title: 'Verify Account',
    roles: 'public',
    module: 'features/accounts/verify/VerifyPhonePage',
  },
  {
    path: paths.registeredSuccessfully,
    title: 'Registered',
    roles: 'public',
    module: 'features/accounts/RegisteredPage',
  },
  {
    path: paths.addEmail,
    title: 'Add Email',
    roles: signedIn,
    module: 'features/accounts/AddEmailPage',
  },
  {
    path: paths.profile,
    title: 'Edit Account',
    roles: signedIn,
    module: 'app/ProfilePage',
  },
  {
    path: paths.dataSource,
    title: 'Select Data Source',
    roles: 'public',
    module: 'features/dictionary/DataSourcePage',
    prerender: true,
  },
  {
    path: paths.dataTable,
    title: 'Data Dictionary',
    roles: 'public',
    module: 'features/dictionary/DataTablePage',
    prerender: true,
  },
  {
    path: paths.dataTableOfSource,
    title: 'Data Dictionary',
    roles: 'public',
    module: 'features/dictionary/DataTablePage',
    prerender: true,
  },
  {
    path: paths.topics,
    title: 'Topics',
    roles: 'public',
    module: 'features/dictionary/topics/TopicsPage',
    prerender: true,
  },
  {
    path: paths.topic,
    title: 'Topic',
    roles: 'public',
    module: 'features/dictionary/topics/TopicsPage',
    prerender: true,
  },
  {
    path: paths.requesterHome,
    title: 'Home',
    roles: ['Data Requester'],
    module: 'features/requests/lists/RequesterHomePage',
  },
  {
    path: paths.requesterMyRequests,
    title: 'My Data Requests',
    roles: ['Data Requester'],
    module: 'features/requests/lists/MyRequestsPage',
  },
  {
    path: paths.requesterDatasets,
    title: 'Requested Datasets',
    roles: ['Data Requester', 'Super User'],
    module: 'features/requests/datasets/DatasetsPage',
  },
  {
    path: paths.requesterAddVariables,
    title: 'Add Variables',
    roles: ['Data Requester', 'Super User'],
    module: 'features/requests/datasets/AddVariablesPage',
  },
  {
    path: paths.requesterViewVariables,
    title: 'Dataset Variables',
    roles: ['Data Requester', 'Super User'],
    module: 'features/requests/datasets/ViewVariablesPage',
  },
  {
    path: paths.requesterSubmitRequest,
    title: 'Submit a Data Request',
    roles: ['Data Requester'],
    module: 'features/requests/wizard/SubmitRequestPage',
    prerender: true,
  },
  {
    path: paths.requesterSingleRequest,
    title: 'Submitted Data Request',
    roles: ['Data Requester'],
    module: 'features/requests/detail/SingleRequestPage',
  },
  {
    path: paths.adminHome,
    title: 'Home',
    roles: ['Admin'],
    module: 'features/roles/administration/AdminHomePage',
  },
  {
    path: paths.adminUsers,
    title: 'Users',
    roles: ['Admin'],
    module: 'features/roles/administration/UsersPage',
  },
  {
    path: paths.adminRolesRequests,
    title: 'Roles Requests',
    roles: ['Admin'],
    module: 'features/roles/administration/RoleRequestsPage',
  },
  {
    path: paths.adminUserAssignedRoles,
    title: 'Assigned Roles',
    roles: ['Admin'],
    module: 'features/roles/administration/AssignedRolesPage',
  },
  {
    path: paths.superUserOrganisation,
    title: 'Organisations',
    roles: ['Super User'],
    module: 'app/OrganisationsPage',
  },
  {
    path: paths.superUserOrganisationRoles,
    title: 'Organisation Roles',
    roles: ['Super User'],
    module: 'features/organisations/OrganisationRolesPage',
  },
  {
    path: paths.superUserDataDictionary,
    title: 'Manage Data Dictionary',
    roles: ['Super User'],
    module: 'features/dictionary/administration/DataDictionaryPage',
  },
  {
    path: paths.superUserImports,
    title: 'Import a Dictionary',
    roles: ['Super User'],
    module: 'features/dictionary/import/ImportPage',
  },
  {
    path: paths.superUserImport,
    title: 'Import',
    roles: ['Super User'],
    module: 'features/dictionary/import/ImportResultPage',
  },
  {
    path: paths.superUserTables,
    title: 'Tables',
    roles: ['Super User'],
    module: 'features/dictionary/administration/TablesPage',
  },
  {
    path: paths.superUserReferenceData,
    title: 'Reference Data',
    roles: ['Super User'],
    module: 'features/reference/ReferenceDataPage',
  },
  {
    path: paths.superUserCalendar,
    title: 'Calendar',
    roles: ['Super User'],
    module: 'features/deadlines/CalendarPage',
  },
  {
    path: paths.superUserAudit,
    title: 'Audit log',
    roles: ['Super User'],
    module: 'features/audit/AuditLogPage',
  },
  {
    path: paths.superUserVariables,
    title: 'Variables',
    roles: ['Super User'],
    module: 'features/dictionary/administration/variables/VariablesPage',
  },
  {
    path: paths.superUserVersionVariable,
    title: 'Version variables',
    roles: ['Super User'],
    module: 'features/dictionary/administration/versionVariables/VersionVariablesPage',
  },
  {
    path: paths.superUserTopic,
    title: 'Table topics',
    roles: ['Super User'],
    module: 'features/dictionary/administration/tableTopics/TopicPage',
  },
  {
    path: paths.superUserVersionChanges,
    title: 'Changes between Versions',
    roles: ['Super User'],
    module: 'features/dictionary/administration/VersionChangesPage',
  },
  {
    path: paths.superUserApprovalProcedure,
    title: 'Approval Procedure',
    roles: ['Super User'],
    module: 'features/procedures/ApprovalProceduresPage',
  },
  {
    path: paths.superUserApprovalProcedureOne,
    title: 'Approval Procedure',
    visit: 'View Approval Procedure',
    roles: ['Super User'],
    module: 'features/procedures/ApprovalProcedurePage',
  },
  {
    path: paths.analystHome,
    title: 'Home',
    roles: ['Data Analyst'],
    module: 'features/dictionary/quality/AnalystHomePage',
  },
  {
    path: paths.orgUserHome,
    title: 'Home',
    roles: ['Org User'],
    module: 'features/roles/OrgUserHomePage',
  },
  {
    path: paths.requestRole,
    title: 'Request Role',
    roles: signedIn,
    module: 'features/roles/RequestRolePage',
  },
  {
    path: paths.accessReviewerHome,
    title: 'Home',
    roles: ['Data Access Reviewer'],
    module: 'features/review/StaffHomePage',
  },
  {
    path: paths.accessApproverHome,
    title: 'Home',
    roles: ['Data Access Approver'],
    module: 'features/review/StaffHomePage',
  },
  {
    path: paths.securityReviewerHome,
    title: 'Home',
    roles: ['Data Security Reviewer'],
    module: 'features/review/StaffHomePage',
  },
  {
    path: paths.securityApproverHome,
    title: 'Home',
    roles: ['Data Security Approver'],
    module: 'features/review/StaffHomePage',
  },
  {
    path: paths.custodianHome,
    title: 'Home',
    roles: ['Data Custodian'],
    module: 'features/review/StaffHomePage',
  },
  {
    path: paths.officerHome,
    title: 'Home',
    roles: ['Data Officer'],
    module: 'features/review/StaffHomePage',
  },
  {
    path: paths.superUserHome,
    title: 'Home',
    roles: ['Super User'],
    module: 'features/review/SuperUserHomePage',
  },
  {
    path: paths.dataRequests,
    title: 'Data Requests',
    roles: requestReaders,
    module: 'features/review/DataRequestsPage',
  },
  {
    path: paths.dataRequestsTrack,
    title: 'Request Histories',
    roles: requestReaders,
    module: 'features/review/RequestHistoriesPage',
  },
  {
    path: paths.dataRequest,
    title: 'Data Request',
    roles: requestReaders,
    module: 'app/RequestDetailPage',
    prerender: '?request_id=1',
  },
  {
    path: paths.dataRequestPreview,
    title: 'Data Request',
    roles: requestReaders,
    module: 'features/review/RequestPreviewPage',
  },
  {
    path: paths.dataRequestTrack,
    title: 'Track Data Request',
    roles: requestReaders,
    module: 'features/review/TrackRequestPage',
  },
  {
    path: paths.dataRequestFeedback,
    title: 'Feedback Dashboard',
    roles: requestReaders,
    module: 'features/feedback/FeedbackPage',
  },
  {
    path: paths.analystDqaFilter,
    title: 'Data Quality Assessment',
    roles: ['Data Analyst'],
    module: 'features/dictionary/quality/DataQualityPage',
  },
  {
    path: paths.notifications,
    title: 'Notifications',
    roles: signedIn,
    module: 'features/notifications/NotificationsPage',
  },
  {
    path: paths.demoMailbox,
    title: 'Demo mailbox',
    roles: 'public',
    module: 'features/demo/MailboxPage',
  },
];

/** Landing routes that redirect to another route (1 §2.2). */
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

/** Returns true if `role` may open the screen at `path`. */
export function isOpenTo(path: Path, role: RoleName | 'Guest'): boolean {
  const screen = screens.find((candidate) => candidate.path === path);
  if (!screen) return false;
  return screen.roles === 'public' || (role !== 'Guest' && screen.roles.includes(role));
}

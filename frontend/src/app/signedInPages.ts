/**
 * Where the screens are that ask for a sign-in, by the names of their files. They are apart from `routes.ts`, for the list of what
 * each consists of is a part of the first load otherwise.
 */
export const AddEmailPage = () => import('@/features/accounts/AddEmailPage');
export const ProfilePage = () => import('@/app/ProfilePage');
export const RequesterHomePage = () => import('@/features/requests/lists/RequesterHomePage');
export const MyRequestsPage = () => import('@/features/requests/lists/MyRequestsPage');
export const DatasetsPage = () => import('@/features/requests/datasets/DatasetsPage');
export const AddVariablesPage = () => import('@/features/requests/datasets/AddVariablesPage');
export const ViewVariablesPage = () => import('@/features/requests/datasets/ViewVariablesPage');
export const SubmitRequestPage = () => import('@/features/requests/wizard/SubmitRequestPage');
export const SingleRequestPage = () => import('@/features/requests/detail/SingleRequestPage');
export const AdminHomePage = () => import('@/features/roles/administration/AdminHomePage');
export const UsersPage = () => import('@/features/roles/administration/UsersPage');
export const RoleRequestsPage = () => import('@/features/roles/administration/RoleRequestsPage');
export const AssignedRolesPage = () => import('@/features/roles/administration/AssignedRolesPage');
export const OrganisationScreens = () => import('./OrganisationScreens');
export const OrganisationRolesPage = () => import('@/features/organisations/OrganisationRolesPage');
export const DataDictionaryPage = () =>
  import('@/features/dictionary/administration/DataDictionaryPage');
export const ImportPage = () => import('@/features/dictionary/import/ImportPage');
export const ImportResultPage = () => import('@/features/dictionary/import/ImportResultPage');
export const TablesPage = () => import('@/features/dictionary/administration/TablesPage');
export const RecordPage = () => import('@/features/audit/RecordPage');
export const ReferenceDataPage = () => import('@/features/reference/ReferenceDataPage');
export const VariablesPage = () =>
  import('@/features/dictionary/administration/variables/VariablesPage');
export const VersionVariablesPage = () =>
  import('@/features/dictionary/administration/versionVariables/VersionVariablesPage');
export const TopicPage = () => import('@/features/dictionary/administration/tableTopics/TopicPage');
export const VersionChangesPage = () =>
  import('@/features/dictionary/administration/VersionChangesPage');
export const ProcedureScreens = () => import('@/features/procedures/ProcedureScreens');
export const RoleHomePage = () => import('@/app/RoleHomePage');
export const OrgUserHomePage = () => import('@/features/roles/OrgUserHomePage');
export const RequestRolePage = () => import('@/features/roles/RequestRolePage');
export const StaffHomePage = () => import('@/features/review/StaffHomePage');
export const SuperUserHomePage = () => import('@/features/review/SuperUserHomePage');
export const DataRequestsPage = () => import('@/features/review/DataRequestsPage');
export const RequestHistoriesPage = () => import('@/features/review/RequestHistoriesPage');
export const RequestDetail = () => import('./RequestDetail');
export const RequestPreviewPage = () => import('@/features/review/RequestPreviewPage');
export const TrackRequestPage = () => import('@/features/review/TrackRequestPage');
export const FeedbackPage = () => import('@/features/feedback/FeedbackPage');
export const DataQualityPage = () => import('@/features/dictionary/quality/DataQualityPage');
export const NotificationsPage = () => import('@/features/notifications/NotificationsPage');

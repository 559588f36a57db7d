//! Read models of requests. A method with a [`RequestScope`] MUST behave as if requests outside the
//! scope did not exist.

use aditus_domain::dictionary::revision::RequestedVariableState;
use aditus_domain::ids::{
    CommitteeId, DataSourceId, DatasetId, DatasetVariableId, DeviceId, DocumentId, EquipmentTypeId,
    FacilityId, OrganisationId, PurposeId, RequestId, StaffId, StateId, UserId,
};
use aditus_domain::requests::content::{
    DetailsContent, EthicsContent, FiltersContent, FormatContent, Sha256,
};
use aditus_domain::requests::{
    Device, DocumentKind, FileType, Principal, RemovalReason, StaffMember, TableComposition, VersionNumber,
};
use aditus_domain::review::comments::OpenDemands;
use aditus_domain::review::{
    Finished, OverallStatus, Party, Progress, RequestList, StageState, Tab, wording,
};
use chrono::{DateTime, NaiveDate, Utc};

use crate::access::RequestScope;
use crate::deadlines::views::{DueDate, Expected, ExtensionView};
use crate::dictionary::views::{VariableSort, VariableView};
use crate::paging::{Direction, Page, Paged};
use crate::ports::{FileKey, StoreError};
use crate::requests::letters::Letter;
use crate::review::views::StateView;

/// Further conditions of a list. By default, it has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RequestFilter {
    /// The data source of one of the datasets.
    pub data_source: Option<DataSourceId>,
    /// The organisation of the requester.
    pub organisation: Option<OrganisationId>,
    /// The party that the request waits for. Only pending requests wait.
    pub waits_for: Option<Party>,
    /// The minimum number of full days since the submission.
    pub older_than_days: Option<u32>,
    /// The state of the due date ([`RequestRow::due`]).
    pub due: Option<DueFilter>,
}

/// The states of a due date by which a list can be filtered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DueFilter {
    /// [`DueState::DueSoon`](aditus_domain::deadlines::DueState::DueSoon).
    DueSoon,
    /// [`DueState::Overdue`](aditus_domain::deadlines::DueState::Overdue).
    Overdue,
}

/// The order of a list. Requests that are equal in it are ordered by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RequestSort {
    /// By date of creation.
    #[default]
    Created,
    /// By the time at which the turn of the present stages came. Requests that wait for no stage
    /// are ordered by their date of creation.
    WaitingSince,
    /// By title.
    Title,
    /// By the due date, in a list of staff. Requests without one come last in both directions. The
    /// list of a requester is ordered by date of creation.
    DueOn,
}

/// Filter, order and page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestQuery {
    /// Kind of list.
    pub of: RequestList,
    /// Tabs whose requests are listed, as [`RequestList::tabs`] defines them. Incoming, Pending,
    /// Approved and Denied have no request in common.
    pub tabs: Vec<Tab>,
    /// Folded text that the row's search text must contain (2 §5, "List search").
    pub search: Option<String>,
    /// Further conditions.
    pub filter: RequestFilter,
    /// The time for which the age of a request and its blocking comments are determined.
    pub now: DateTime<Utc>,
    /// The day of that time in the zone of the calendar.
    pub today: NaiveDate,
    /// Order.
    pub sort: RequestSort,
    /// Direction of the order, and of the ids in it.
    pub direction: Direction,
    /// Requested page.
    pub page: Page,
}

/// A row of a list (2 §2).
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a question of its own about the request"
)]
pub struct RequestRow {
    pub request_id: RequestId,
    pub title: String,
    pub status: OverallStatus,
    pub requester_fname: String,
    pub requester_sname: String,
    /// The requester's organisation. Its name is as the requester typed it if it is not registered.
    pub organization: String,
    /// The texts of the purposes.
    pub purposes: Vec<String>,
    /// The names of the data sources.
    pub data_sources: Vec<String>,
    pub date_created: DateTime<Utc>,
    pub needed_on: NaiveDate,
    pub ethics_approval_letter: bool,
    /// Time of the latest decision or recall. Submission and feedback do not count.
    pub last_responded_on: Option<DateTime<Utc>>,
    /// Names of the roles whose turn it is.
    pub waiting_for: Vec<String>,
    /// Time at which their turn came.
    pub waiting_since: Option<DateTime<Utc>>,
    /// Id and state of the stage of the list's organisation role.
    pub own_state: Option<(StateId, StageState)>,
    pub has_feedback: bool,
    /// True if a stage whose turn it is has no one left to decide (decisions C14). It is set only
    /// in a Super User's list of everything. Adapters leave it false.
    pub waits_for_nobody: bool,
    /// Comments that block decisions on a pending request. Adapters leave it none.
    /// [`open_demands`](crate::review::views::ReviewViews::open_demands) reads them.
    pub demands: Option<OpenDemands>,
    /// Approved staff stages and the state of the current one. Adapters leave it none.
    /// [`progress`](crate::review::views::ReviewViews::progress) reads it.
    pub progress: Option<Progress>,
    /// The due date of the stage of the list's organisation role, or in a Super User's list the
    /// first due date of all stages whose turn it is (decisions N2). None in a requester's list, and
    /// if there is no target. Adapters leave it none, like [`Self::progress`].
    pub due: Option<DueDate>,
    /// The day on which the decision is expected (decisions N3). None without a running term, and in a
    /// list of staff. Adapters leave it none.
    /// [`terms`](crate::deadlines::views::DeadlineViews::terms) reads it.
    pub expected: Option<Expected>,
    /// The first last day for the answer to a comment (decisions N4). None if no answer is open, and in
    /// a list of staff. Adapters leave it none.
    /// [`answers_due`](crate::deadlines::views::DeadlineViews::answers_due) reads it.
    pub answer_by: Option<NaiveDate>,
    /// True if the caller can decide on it now, at the stage of the list's organisation role.
    /// Adapters leave it false.
    pub may_decide: bool,
}

impl RequestRow {
    /// Returns the age as text: "Today", "Yesterday", "3 days ago" (2 §2).
    pub fn age(&self, now: DateTime<Utc>) -> String {
        wording::age(self.date_created, now)
    }

    /// Returns the status as text, such as "Approved on the 3rd day" or "Submitted 2 days ago" (2
    /// §4).
    pub fn status_text(&self, now: DateTime<Utc>) -> String {
        wording::status_text(self.status, self.date_created, self.last_responded_on, now)
    }

    /// Returns the roles or the requester that it waits for and since when, or that no one is left
    /// to decide. None if it is no role's turn.
    pub fn waiting_text(&self, now: DateTime<Utc>) -> Option<String> {
        if let Some(demands) = &self.demands {
            return Some(wording::waiting_for_requester(demands, now));
        }
        let roles = self.waiting_for.iter().map(String::as_str);
        if self.waits_for_nobody {
            return wording::waiting_for_nobody(roles);
        }
        wording::waiting_text(roles, self.waiting_since, now)
    }
}

/// The data sources and organisations that occur in a list, sorted by name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FilterChoices {
    /// Data sources of the datasets, with their names.
    pub data_sources: Vec<(DataSourceId, String)>,
    /// Organisations of the requesters, with their names.
    pub organisations: Vec<(OrganisationId, String)>,
}

/// The numbers on the badges of the tabs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the tabs")]
pub struct TabCounts {
    pub incoming: u64,
    pub pending: u64,
    pub approved: u64,
    pub denied: u64,
    pub all: u64,
    pub history: u64,
    /// Number of pending requests that wait for their requester (decisions C16). Adapters leave
    /// it zero. [`RequestViews::with_requester`] counts them.
    pub with_requester: u64,
    /// Number of requests whose due date is over ([`RequestRow::due`]). Adapters leave it zero.
    /// [`RequestViews::overdue`] counts them.
    pub overdue: u64,
}

/// A request that waits for its owner (decisions C16): a pending one that requires action, or an
/// approved one without feedback.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnTask {
    /// Id of the request.
    pub request: RequestId,
    /// Title of the request.
    pub title: String,
    /// Comments that block decisions.
    pub demands: Option<OpenDemands>,
    /// The first last day for the answer to a comment (decisions N4). Without it and
    /// [`Self::demands`], the request waits for feedback.
    pub answer_by: Option<NaiveDate>,
}

impl OwnTask {
    /// Returns the task as text: "1 action required, 46 hours left", "Action required" or "Waiting for
    /// your feedback".
    pub fn text(&self, now: DateTime<Utc>) -> String {
        match &self.demands {
            Some(demands) => wording::actions_left(demands, now),
            None if self.answer_by.is_some() => wording::ACTION_REQUIRED.to_owned(),
            None => wording::WAITING_FOR_OWN_FEEDBACK.to_owned(),
        }
    }
}

/// A person, as shown in requests.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct PersonView {
    pub user_id: UserId,
    pub fname: String,
    pub sname: String,
    pub department: String,
    pub designation: String,
    pub phone: String,
    pub org_email: Option<String>,
    pub org_name: String,
}

/// A chosen purpose.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct PurposeView {
    pub purpose_id: PurposeId,
    pub purpose: String,
    pub purpose_description: Option<String>,
}

/// A dataset of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct DatasetView {
    pub rdataset_id: DatasetId,
    pub dataset_description: String,
    pub data_source_id: DataSourceId,
    pub source: String,
    pub source_description: String,
    pub release_date: Option<NaiveDate>,
    /// Number of variables.
    pub variables_count: u64,
    /// Its variables counted by table and kind, ordered by the name of the table.
    pub tables: Vec<TableComposition>,
    /// All variables. Empty if the request was read without them.
    pub variables: Vec<DatasetVariableView>,
}

/// A variable of a dataset.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct DatasetVariableView {
    pub dataset_variable_id: DatasetVariableId,
    pub rdataset: DatasetId,
    /// True if only its distinct values are requested.
    pub is_distinct: bool,
    /// The variable as it is in the current dictionary.
    pub var: VariableView,
    /// State in the current dictionary: if it is still offered, and its changes since the request
    /// (decisions T2).
    pub since: RequestedVariableState,
}

/// A dataset in a list, without its variables.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct DatasetRow {
    pub rdataset_id: DatasetId,
    pub request: RequestId,
    pub dataset_description: String,
    pub data_source_id: DataSourceId,
    pub source: String,
    pub source_description: String,
    pub release_date: Option<NaiveDate>,
    /// Number of variables.
    pub variables_count: u64,
}

/// Filter, order and page of the variables of a dataset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatasetVariablesQuery {
    /// The dataset.
    pub dataset: DatasetId,
    /// Folded search text, as in [`crate::dictionary::views::VariableQuery::search`].
    pub search: Option<String>,
    /// Order. Relevance is as in the dictionary.
    pub sort: VariableSort,
    /// Direction of the order.
    pub direction: Direction,
    /// Limits the variables to those that changed in the dictionary or were withdrawn since the
    /// request (decisions T2).
    pub moved_on_only: bool,
    /// Requested page.
    pub page: Page,
}

/// An uploaded document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct DocumentView {
    pub kind: DocumentKind,
    pub staff: Option<StaffId>,
    pub key: FileKey,
    /// The file name of the uploader.
    pub name: Option<String>,
    pub file_type: FileType,
    /// True for a PDF that its author protected against changes.
    pub is_protected: bool,
    pub size: u64,
    pub sha256: Sha256,
    pub uploaded_on: DateTime<Utc>,
    /// The reason why its file was removed. None if the file exists.
    pub gone: Option<RemovalReason>,
}

/// A document found by its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundDocument {
    /// Its id.
    pub id: DocumentId,
    /// The request of the document. The document may belong to an earlier version of it.
    pub request: RequestId,
    /// The owner of the request.
    pub owner: UserId,
    /// The document.
    pub view: DocumentView,
}

/// A device of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceView {
    /// Its id.
    pub device_id: DeviceId,
    /// Name of its equipment type.
    pub equipment_type: String,
    /// The fields that the requester fills in.
    pub device: Device,
}

/// A staff member of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaffView {
    /// Their id.
    pub staff_shared_id: StaffId,
    /// The fields that the requester fills in.
    pub member: StaffMember,
    /// Key of their identity document. None if it was removed.
    pub identification_file_path: Option<FileKey>,
}

/// A complete request (2 §3).
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct RequestDetail {
    pub request_id: RequestId,
    pub details: DetailsContent,
    pub status: OverallStatus,
    pub round: u32,
    /// All rounds, in their order.
    pub rounds: Vec<RoundView>,
    pub requester: PersonView,
    /// The requester's organisation. Its name is as the requester typed it if it is not registered.
    pub organization: String,
    pub purposes: Vec<PurposeView>,
    pub requested_datasets: Vec<DatasetView>,
    pub date_created: DateTime<Utc>,
    pub submitted_on: DateTime<Utc>,
    pub last_responded_on: Option<DateTime<Utc>>,
    /// The committee may be one that is no longer offered.
    pub ethics: EthicsContent,
    pub format: FormatContent,
    pub principal: Principal,
    pub is_principal: bool,
    pub filters: FiltersContent,
    pub documents: Vec<DocumentView>,
    pub list_of_devices: Vec<DeviceView>,
    pub list_of_staff: Vec<StaffView>,
    pub request_states: Vec<StateView>,
    pub content_digest: [u8; 32],
    /// Number of the version with this content.
    pub content_version: VersionNumber,
    pub has_feedback: bool,
}

/// A round of a request (decisions C11).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundView {
    /// Number of the round, from 1.
    pub round: u32,
    /// Time of the submission or resubmission.
    pub started_on: DateTime<Utc>,
    /// Note of the requester to the reviewers at the resubmission.
    pub note: Option<String>,
    /// The extension of its term (decisions N3).
    pub extension: Option<ExtensionView>,
}

/// The choices in the wizard (2 §3): active entries, ordered by id.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct ReferenceData {
    pub purposes: Vec<(PurposeId, String)>,
    pub committees: Vec<(CommitteeId, String)>,
    pub equipment_types: Vec<(EquipmentTypeId, String)>,
}

/// A node of the facility tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FacilityNode {
    /// Its id.
    pub facility_id: FacilityId,
    /// Its name.
    pub label: String,
    /// Districts of a region, or facilities of a district.
    pub children: Vec<FacilityNode>,
}

/// Read models of requests.
pub trait RequestViews {
    /// Returns a page of a list. It takes one query for the rows, and an indexed one for the total.
    fn list(&mut self, query: &RequestQuery) -> Result<Paged<RequestRow>, StoreError>;
    /// Returns the data sources and organisations that occur in a list, on any of its tabs.
    fn filter_choices(&mut self, of: RequestList) -> Result<FilterChoices, StoreError>;
    /// Returns the numbers on the badges of the tabs that [`RequestList::tabs`] defines for each
    /// request. They are updated with each change.
    fn counts(&mut self, of: RequestList) -> Result<TabCounts, StoreError>;
    /// Counts the requests on the Pending tab that wait for their requester. These have an
    /// unresolved comment that requires action and was written after this time.
    fn with_requester(&mut self, of: RequestList, demanded_after: DateTime<Utc>) -> Result<u64, StoreError>;
    /// Counts the requests of a list whose due date was before this day ([`RequestRow::due`]).
    fn overdue(&mut self, of: RequestList, today: NaiveDate) -> Result<u64, StoreError>;
    /// Returns the latest finished requests in scope, the latest final decision first, up to this
    /// number. They are approved or denied.
    fn finished(&mut self, scope: &RequestScope, at_most: u32) -> Result<Vec<Finished>, StoreError>;
    /// Returns the requests of this owner that wait for the owner. Pending ones with an unresolved
    /// comment that requires action and was written after this time come first, in the order in
    /// which their blocks end. Other pending ones with an open completion window follow, in the order
    /// of their last days. The approved ones without feedback follow, newest first, up to this
    /// number.
    fn own_tasks(
        &mut self,
        owner: UserId,
        demanded_after: DateTime<Utc>,
        feedback_at_most: u32,
    ) -> Result<Vec<OwnTask>, StoreError>;
    /// Returns the latest finished requests that went through the procedure of this request, the
    /// latest final decision first, up to this number. They are approved or denied, and may be out
    /// of scope. None if this request is not in scope.
    fn finished_alike(
        &mut self,
        scope: &RequestScope,
        id: RequestId,
        at_most: u32,
    ) -> Result<Option<Vec<Finished>>, StoreError>;
    /// Returns the titles of the requests among these that are in scope.
    fn titles(
        &mut self,
        scope: &RequestScope,
        requests: &[RequestId],
    ) -> Result<Vec<(RequestId, String)>, StoreError>;
    /// Returns a complete request.
    fn detail(&mut self, scope: &RequestScope, id: RequestId) -> Result<Option<RequestDetail>, StoreError>;
    /// Returns the request without its variables, which may be thousands. They are only counted.
    fn detail_without_variables(
        &mut self,
        scope: &RequestScope,
        id: RequestId,
    ) -> Result<Option<RequestDetail>, StoreError>;
    /// Returns the datasets of a request, ordered by id. None if the request is not in scope.
    fn datasets(
        &mut self,
        scope: &RequestScope,
        id: RequestId,
    ) -> Result<Option<Vec<DatasetRow>>, StoreError>;
    /// Returns a page of the variables of a dataset, published or not. None if its request is not
    /// in scope.
    fn dataset_variables(
        &mut self,
        scope: &RequestScope,
        query: &DatasetVariablesQuery,
    ) -> Result<Option<Paged<DatasetVariableView>>, StoreError>;
    /// Returns the devices of a request, ordered by id. None if the request is not in scope.
    fn devices(&mut self, scope: &RequestScope, id: RequestId)
    -> Result<Option<Vec<DeviceView>>, StoreError>;
    /// Returns the staff of a request, ordered by id. None if the request is not in scope.
    fn staff(&mut self, scope: &RequestScope, id: RequestId) -> Result<Option<Vec<StaffView>>, StoreError>;
    /// Returns the document with this key if its request is in scope (decisions F3). Replaced
    /// documents are included.
    fn document(&mut self, scope: &RequestScope, key: &FileKey) -> Result<Option<FoundDocument>, StoreError>;
    /// Returns the number of bytes of this person's files that count against the quota
    /// ([`aditus_domain::requests::FileQuota`]): files of drafts, and of requests with a status
    /// that counts. Replaced documents are included. Removed files MUST NOT count.
    fn stored_bytes(&mut self, owner: UserId) -> Result<u64, StoreError>;
    /// Returns the approval letter of a request. None if the request is not in scope, or has no
    /// letter.
    fn letter(&mut self, scope: &RequestScope, id: RequestId) -> Result<Option<Letter>, StoreError>;
    /// Returns the active entries of the lists that the wizard offers.
    fn reference_data(&mut self) -> Result<ReferenceData, StoreError>;
    /// Returns the tree of active facilities in active districts and regions. Regions and districts
    /// without a facility are left out.
    fn facilities(&mut self) -> Result<Vec<FacilityNode>, StoreError>;
}

//! Read models of requests. Whatever takes a [`RequestScope`] MUST answer as if requests outside it did not exist.

use aditus_domain::dictionary::revision::SinceAsked;
use aditus_domain::ids::{
    CommitteeId, DataSourceId, DatasetId, DatasetVariableId, DeviceId, DocumentId, EquipmentTypeId,
    FacilityId, PurposeId, RequestId, StaffId, StateId, UserId,
};
use aditus_domain::requests::content::{
    DetailsContent, EthicsContent, FiltersContent, FormatContent, Sha256,
};
use aditus_domain::requests::{Device, DocumentKind, FileType, Gone, Principal, StaffMember, VersionNumber};
use aditus_domain::review::comments::OpenDemands;
use aditus_domain::review::{ListOf, OverallStatus, StageState, Tab, wording};
use chrono::{DateTime, NaiveDate, Utc};

use crate::access::RequestScope;
use crate::dictionary::views::{VariableSort, VariableView};
use crate::paging::{Direction, Page, Paged};
use crate::ports::{FileKey, StoreError};
use crate::requests::letters::Letter;
use crate::review::views::StateView;

/// Which requests are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestQuery {
    /// Whose list.
    pub of: ListOf,
    /// Which tabs: the page has the requests of the tabs that [`ListOf::tabs`] names for them. Incoming, Pending, Approved and
    /// Denied have no request in common.
    pub tabs: Vec<Tab>,
    /// Folded text that the row's search text must contain (2 §5, "List search").
    pub search: Option<String>,
    /// By date of creation, then id.
    pub direction: Direction,
    /// Which page.
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
    /// The requester's organisation, as it was typed where it is not registered.
    pub organization: String,
    /// The texts of the purposes.
    pub purposes: Vec<String>,
    /// The names of the data sources.
    pub data_sources: Vec<String>,
    pub date_created: DateTime<Utc>,
    pub needed_on: NaiveDate,
    pub ethics_approval_letter: bool,
    /// The latest decision, or the recall; submitting and feedback are none.
    pub last_responded_on: Option<DateTime<Utc>>,
    /// The roles whose turn it is.
    pub waiting_for: Vec<String>,
    /// Since when it is their turn.
    pub waiting_since: Option<DateTime<Utc>>,
    /// The state of the stage of the list's organisation role.
    pub own_state: Option<(StateId, StageState)>,
    pub has_feedback: bool,
    /// Whether one of the stages whose turn it is waits for nobody (decisions C14). Only the list of everything says so, which is
    /// a Super User's; adapters leave it false.
    pub waits_for_nobody: bool,
    /// The comments that block decisions on it, while it is pending. Adapters leave it none; [`open_demands`](crate::review::views::ReviewViews::open_demands) answers them.
    pub demands: Option<OpenDemands>,
    /// True if the person whose list it is can decide on it now, at the stage of the list's organisation role. Adapters leave it false.
    pub may_decide: bool,
}

impl RequestRow {
    /// How old it is: "Today", "Yesterday", "3 days ago" (2 §2).
    pub fn age(&self, now: DateTime<Utc>) -> String {
        wording::age(self.date_created, now)
    }

    /// "Approved on the 3rd day", "Submitted 2 days ago" (2 §4).
    pub fn status_text(&self, now: DateTime<Utc>) -> String {
        wording::status_text(self.status, self.date_created, self.last_responded_on, now)
    }

    /// Whom it waits for and since when, or that nobody is left to decide; none when it is nobody's turn.
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
    /// How many of the pending ones wait for their requester (decisions C16). Adapters leave it 0; [`RequestViews::with_requester`] counts
    /// them.
    pub with_requester: u64,
}

/// A person as requests show them.
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

/// A purpose as it was chosen.
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
    /// How many variables it has.
    pub variables_count: u64,
    /// All of them; none, where the request was read without them.
    pub variables: Vec<DatasetVariableView>,
}

/// A variable as it stands in a dataset.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct DatasetVariableView {
    pub dataset_variable_id: DatasetVariableId,
    pub rdataset: DatasetId,
    /// Whether only its distinct values are wanted.
    pub is_distinct: bool,
    /// As it is in the dictionary of today.
    pub var: VariableView,
    /// Whether that is what was asked for (T2).
    pub since: SinceAsked,
}

/// A dataset of a request in a list, without its variables.
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
    /// How many variables it has.
    pub variables_count: u64,
}

/// Which variables of a dataset are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatasetVariablesQuery {
    /// The dataset.
    pub dataset: DatasetId,
    /// The keyword, as [`crate::dictionary::views::VariableQuery::search`] has it.
    pub search: Option<String>,
    /// Sorted by; by relevance is as by the dictionary.
    pub sort: VariableSort,
    /// And how.
    pub direction: Direction,
    /// Those only of which the dictionary says something else by now (T2).
    pub moved_on_only: bool,
    /// Which page.
    pub page: Page,
}

/// An uploaded document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct DocumentView {
    pub kind: DocumentKind,
    pub staff: Option<StaffId>,
    pub key: FileKey,
    /// The file name that the uploader gave it.
    pub name: Option<String>,
    pub file_type: FileType,
    /// True for a PDF that its author protected against changes.
    pub is_protected: bool,
    pub size: u64,
    pub sha256: Sha256,
    pub uploaded_on: DateTime<Utc>,
    /// Why its file is there no more; none while it is.
    pub gone: Option<Gone>,
}

/// A document that was found by its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundDocument {
    /// Its id.
    pub id: DocumentId,
    /// The request that it belongs to, or did so in an earlier version of it.
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
    /// The name of its type of equipment.
    pub equipment_type: String,
    /// The fields that the requester fills in.
    pub device: Device,
}

/// A member of staff of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaffView {
    /// Their id.
    pub staff_shared_id: StaffId,
    /// The fields that the requester fills in.
    pub member: StaffMember,
    /// The file that identifies them; none once it was removed.
    pub identification_file_path: Option<FileKey>,
}

/// A whole request (2 §3).
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct RequestDetail {
    pub request_id: RequestId,
    pub details: DetailsContent,
    pub status: OverallStatus,
    pub round: u32,
    /// All of them, the first one first.
    pub rounds: Vec<RoundView>,
    pub requester: PersonView,
    /// The requester's organisation, as it was typed where it is not registered.
    pub organization: String,
    pub purposes: Vec<PurposeView>,
    pub requested_datasets: Vec<DatasetView>,
    pub date_created: DateTime<Utc>,
    pub submitted_on: DateTime<Utc>,
    pub last_responded_on: Option<DateTime<Utc>>,
    /// The committee may be one that is not offered any more.
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
    /// The version of the content that this is.
    pub content_version: VersionNumber,
    pub has_feedback: bool,
}

/// A round of a request (decisions C11).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundView {
    /// From 1.
    pub round: u32,
    /// When it was submitted, or resubmitted.
    pub started_on: DateTime<Utc>,
    /// What the requester told the reviewers when resubmitting.
    pub note: Option<String>,
}

/// What the wizard offers to choose from (2 §3): what is active, by id.
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
    /// Districts of a region, facilities of a district.
    pub children: Vec<FacilityNode>,
}

/// Read models of requests.
pub trait RequestViews {
    /// A page of a list, by one query for the rows and an indexed one for the total.
    fn list(&mut self, query: &RequestQuery) -> Result<Paged<RequestRow>, StoreError>;
    /// The numbers on the badges, kept with each change: those of the tabs that [`ListOf::tabs`] names for each.
    fn counts(&mut self, of: ListOf) -> Result<TabCounts, StoreError>;
    /// How many requests on the Pending tab wait for their requester: they have an unresolved comment that demands action and was written
    /// after this time.
    fn with_requester(&mut self, of: ListOf, demanded_after: DateTime<Utc>) -> Result<u64, StoreError>;
    /// A whole request.
    fn detail(&mut self, scope: &RequestScope, id: RequestId) -> Result<Option<RequestDetail>, StoreError>;
    /// The same without its variables, of which there may be thousands: they are only counted.
    fn detail_without_variables(
        &mut self,
        scope: &RequestScope,
        id: RequestId,
    ) -> Result<Option<RequestDetail>, StoreError>;
    /// The datasets of a request, by id; none if it is not in scope.
    fn datasets(
        &mut self,
        scope: &RequestScope,
        id: RequestId,
    ) -> Result<Option<Vec<DatasetRow>>, StoreError>;
    /// A page of the variables of a dataset, published or not; none if its request is not in scope.
    fn dataset_variables(
        &mut self,
        scope: &RequestScope,
        query: &DatasetVariablesQuery,
    ) -> Result<Option<Paged<DatasetVariableView>>, StoreError>;
    /// The devices of a request, by id; none if it is not in scope.
    fn devices(&mut self, scope: &RequestScope, id: RequestId)
    -> Result<Option<Vec<DeviceView>>, StoreError>;
    /// The staff of a request, by id; none if it is not in scope.
    fn staff(&mut self, scope: &RequestScope, id: RequestId) -> Result<Option<Vec<StaffView>>, StoreError>;
    /// The document with this key, if its request is in scope (decisions F3). It may be one that was replaced.
    fn document(&mut self, scope: &RequestScope, key: &FileKey) -> Result<Option<FoundDocument>, StoreError>;
    /// The bytes of this person's files that count ([`aditus_domain::requests::FileQuota`]): of drafts, and of requests with a status that counts,
    /// replaced documents among them. Files that were removed MUST NOT count.
    fn stored_bytes(&mut self, owner: UserId) -> Result<u64, StoreError>;
    /// The approval letter of a request; none if the request is not in scope, or has none.
    fn letter(&mut self, scope: &RequestScope, id: RequestId) -> Result<Option<Letter>, StoreError>;
    /// The lists that the wizard offers: entries that are active, and no others.
    fn reference_data(&mut self) -> Result<ReferenceData, StoreError>;
    /// The tree of facilities that are active, in districts and regions that are; regions and districts without one are left out.
    fn facilities(&mut self) -> Result<Vec<FacilityNode>, StoreError>;
}

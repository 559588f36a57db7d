//! The body of a complete request (2 §3).

use aditus_application::requests::detail::CallerView;
use aditus_application::requests::views::{
    DatasetVariableView, DatasetView, DeviceView, DocumentView, PersonView, PurposeView, RequestDetail,
    RoundView, StaffView,
};
use aditus_domain::requests::{DocumentKind, StaffReference, TableComposition, TrackingId};
use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::acting::ActingBody;
use super::doubles::DuplicatesBody;
use super::rows::{OrganizationNameBody, yes_no};
use crate::deadlines::{DueBody, ExpectedBody, ExtensionBody};
use crate::dictionary::{SinceRequestBody, VariableBody};
use crate::review::StateBody;

/// A data request.
#[derive(Serialize, ToSchema)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a question that the specification answers with Yes or No"
)]
pub(crate) struct RequestBody {
    pub request_id: i64,
    #[schema(example = "REQ000012")]
    pub tracking_id: String,
    #[schema(example = "DAC0012")]
    pub reference: String,
    pub title: String,
    /// One of Approved, Denied, Recalled and Pending.
    pub status: String,
    /// One of success, danger, info and warning.
    pub severity: String,
    /// A text such as "Approved on the 3rd day" or "Submitted 2 days ago" (2 §4).
    pub status_text: String,
    /// A text such as "Waiting for the Data Officer, 3 days". While comments block all decisions:
    /// "Waiting for the requester: 1 action required, 46 hours left". Null if the request waits for
    /// no action.
    pub waiting_text: Option<String>,
    /// The first due date of the stages whose turn it is; null without a target, and for people who do
    /// not decide on the request.
    pub due: Option<DueBody>,
    /// The day on which the decision is expected; null without a term, and once the request is decided
    /// or recalled.
    pub expected: Option<ExpectedBody>,
    /// The first last day for the answer to a comment: without one, the request is recalled on the next
    /// day. Null if no answer is open.
    pub answer_by: Option<NaiveDate>,
    /// The current round, starting at 1. A resubmission starts a new round.
    pub round: u32,
    /// All rounds, the first one first.
    pub rounds: Vec<RoundBody>,
    /// The version of this content, on which an edit is based.
    pub version: u32,
    /// The version at which the caller's stage last answered or commented, or else the version that
    /// was denied; null unless it is older than `version`.
    pub changed_since: Option<u32>,
    pub requester: RequesterBody,
    pub organization: OrganizationNameBody,
    pub purposes: Vec<PurposeBody>,
    pub requested_datasets: Vec<DatasetBody>,
    pub date_created: DateTime<Utc>,
    pub submitted_on: DateTime<Utc>,
    pub needed_on: NaiveDate,
    pub protocol_ref_num: String,
    /// The id of the ethics committee. An edit may keep it even if the committee is no longer
    /// offered.
    pub irb_id: i64,
    pub irb_name: String,
    /// Either Yes or No.
    pub ethics_approval_letter: String,
    pub additional_ethics_committee_name: Option<String>,
    pub ethics_doc_path: Option<String>,
    #[serde(rename = "additional_IRB_file_path")]
    pub additional_irb_file_path: Option<String>,
    /// The data sharing agreement.
    pub file_path: Option<String>,
    pub data_specs_path: Option<String>,
    pub exempted: bool,
    pub department: Option<String>,
    pub data_format: String,
    pub direct_access_from: Option<NaiveDate>,
    pub direct_access_to: Option<NaiveDate>,
    pub no_date_limit: bool,
    pub principal_fname: String,
    pub principal_sname: String,
    pub principal_email: String,
    pub principal_phone: String,
    pub principal_occupation: String,
    pub principal_institution: String,
    #[serde(rename = "isPrincipal")]
    pub is_principal: bool,
    pub dataset_description: String,
    /// The data source.
    pub data_source: Option<DatasetSourceBody>,
    pub filters: FiltersBody,
    /// The variables of all datasets; empty if they were not requested.
    pub dataset_variables: Vec<RequestedVariableBody>,
    pub list_of_devices: Vec<DeviceBody>,
    pub list_of_staff: Vec<StaffBody>,
    /// Duplicate devices and staff, and staff who are the requester or the principal.
    pub duplicates: DuplicatesBody,
    pub documents: Vec<DocumentBody>,
    pub request_states: Vec<StateBody>,
    /// The `state_id` of each stage with a decision, in the order of the approval chain (2 §4).
    pub approval_chain: Vec<i64>,
    pub has_feedback: bool,
    /// True if the caller submitted the request.
    pub is_own: bool,
    /// True if the caller may recall the request now (decisions C10): the same as
    /// `acting.recall.allowed`.
    pub may_recall: bool,
    /// True if a resubmission requires a new `needed_on`, because the current date is no longer
    /// valid.
    pub needs_new_date: bool,
    /// The actions that the caller may take now, and the reasons for those that are not allowed.
    pub acting: ActingBody,
}

/// A round of a request.
#[derive(Serialize, ToSchema)]
pub(crate) struct RoundBody {
    /// The number of the round, starting at 1.
    pub round: u32,
    /// The time of the submission or resubmission.
    pub started_on: DateTime<Utc>,
    /// The note of the requester to the reviewers when resubmitting.
    pub note: Option<String>,
    /// The extension of the term of the round; null if it was not extended.
    pub extension: Option<ExtensionBody>,
}

/// The person who submitted a request.
#[derive(Serialize, ToSchema)]
pub(crate) struct RequesterBody {
    pub user_id: i64,
    pub fname: String,
    pub sname: String,
    pub department: String,
    pub designation: String,
    pub phone: String,
    pub org_email: Option<String>,
    pub org_name: String,
}

/// A selected purpose.
#[derive(Serialize, ToSchema)]
pub(crate) struct PurposeBody {
    pub purpose_id: i64,
    pub purpose: String,
    /// The description of the purpose Other.
    pub purpose_description: Option<String>,
}

/// A dataset of a request.
#[derive(Serialize, ToSchema)]
pub(crate) struct DatasetBody {
    pub rdataset_id: i64,
    pub dataset_description: String,
    pub data_source: DatasetSourceBody,
    /// The filters of the request.
    pub filters: FiltersBody,
    /// The date on which the data was released.
    pub release_date: Option<NaiveDate>,
    /// The number of its variables.
    pub variables_count: u64,
    /// The variables counted by table and kind, each once, ordered by the name of the table.
    pub tables: Vec<TableCompositionBody>,
}

/// The number of requested variables of one table, by kind.
#[derive(Serialize, ToSchema)]
pub(crate) struct TableCompositionBody {
    pub table: String,
    /// Variables that are neither derived nor identifying.
    pub ordinary: u64,
    /// Variables that are derived from others and do not identify people.
    pub derived: u64,
    /// Variables that identify people.
    pub identifying: u64,
}

/// A requested variable.
#[derive(Serialize, ToSchema)]
pub(crate) struct RequestedVariableBody {
    pub dataset_variable_id: i64,
    /// The id of its dataset.
    pub rdataset: i64,
    /// True if only its distinct values are requested.
    pub is_distinct: bool,
    /// Changes of the dictionary since the request; null if there are none.
    pub since_request: Option<SinceRequestBody>,
    #[serde(flatten)]
    pub variable: VariableBody,
}

/// The source of a dataset.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct DatasetSourceBody {
    pub data_source_id: i64,
    pub source: String,
    pub description: String,
}

/// The filters of a request.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct FiltersBody {
    pub facility_filter: Vec<String>,
    pub date_range_filter: DateRangeBody,
}

/// A range of dates; either end may be open.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct DateRangeBody {
    pub start_value: Option<NaiveDate>,
    pub end_value: Option<NaiveDate>,
}

/// A device that will process the data.
#[derive(Serialize, ToSchema)]
pub(crate) struct DeviceBody {
    pub device_id: i64,
    pub equipment_name: String,
    pub equipment_type: EquipmentTypeBody,
    pub serial_number: String,
    pub used_by: String,
    pub organisation: String,
    pub usage_from: NaiveDate,
    pub usage_to: NaiveDate,
}

/// A type of equipment.
#[derive(Serialize, ToSchema)]
pub(crate) struct EquipmentTypeBody {
    pub equipment_type_id: i64,
    pub equipment_type: String,
}

/// A staff member with whom the data is shared.
#[derive(Serialize, ToSchema)]
pub(crate) struct StaffBody {
    pub staff_shared_id: i64,
    pub first_name: String,
    pub surname: String,
    pub phone: String,
    pub email: String,
    pub identification_type: String,
    pub identification_number: String,
    pub position_in_organisation: String,
    pub identification_file_path: Option<String>,
    pub confidentiality_protocols: bool,
}

/// An uploaded document.
#[derive(Serialize, ToSchema)]
pub(crate) struct DocumentBody {
    /// The field of the document: `ethics_doc_path`, `file_path` and so on.
    pub field: String,
    pub title: String,
    pub path: String,
    /// The original file name; null if none was sent.
    pub name: Option<String>,
    pub mime: String,
    /// True for a PDF that opens without a password and is protected against changes.
    pub is_protected: bool,
    /// The size in bytes.
    pub size: u64,
    pub uploaded_on: DateTime<Utc>,
    /// The reason why the file no longer exists; null while it exists.
    pub gone: Option<String>,
}

impl RequestBody {
    pub(crate) fn new(request: RequestDetail, caller_view: CallerView) -> Self {
        let path = |kind: DocumentKind| {
            request
                .documents
                .iter()
                .find(|document| document.kind == kind && document.staff.is_none())
                .map(|document| document.key.as_str().to_owned())
        };
        let duplicates = DuplicatesBody::for_request(&request);
        let may_recall = caller_view.acting.why_no_recall.is_none();
        let acting = ActingBody::new(caller_view.acting, &request);
        let (details, ethics, format) = (request.details, request.ethics.answers, request.format);
        let principal = request.principal;
        let filters = FiltersBody {
            facility_filter: request.filters.facilities,
            date_range_filter: DateRangeBody {
                start_value: request.filters.start,
                end_value: request.filters.end,
            },
        };
        Self {
            acting,
            may_recall,
            waiting_text: caller_view.waiting_text,
            due: caller_view.due.map(DueBody::from),
            expected: caller_view.expected.map(ExpectedBody::from),
            answer_by: caller_view.answer_by,
            approval_chain: caller_view.approval_chain.into_iter().map(|id| id.0).collect(),
            data_source: request
                .requested_datasets
                .first()
                .map(DatasetSourceBody::from_view),
            ethics_doc_path: path(DocumentKind::EthicsApprovalLetter),
            additional_irb_file_path: path(DocumentKind::AdditionalEthicsLetter),
            file_path: path(DocumentKind::DataSharingAgreement),
            data_specs_path: path(DocumentKind::DataSpecification),
            request_id: request.request_id.0,
            tracking_id: TrackingId(request.request_id).to_string(),
            reference: StaffReference(request.request_id).to_string(),
            title: details.title,
            status: request.status.name().to_owned(),
            severity: request.status.severity().to_owned(),
            status_text: caller_view.status_text,
            round: request.round,
            rounds: request.rounds.into_iter().map(RoundBody::from).collect(),
            version: request.content_version.0,
            changed_since: caller_view.changed_since.map(|version| version.0),
            requester: request.requester.into(),
            organization: OrganizationNameBody {
                name: request.organization,
            },
            purposes: request.purposes.into_iter().map(PurposeBody::from).collect(),
            dataset_variables: request
                .requested_datasets
                .iter()
                .flat_map(|dataset| dataset.variables.iter().cloned().map(RequestedVariableBody::from))
                .collect(),
            requested_datasets: request
                .requested_datasets
                .into_iter()
                .map(|dataset| DatasetBody::new(dataset, filters.clone()))
                .collect(),
            date_created: request.date_created,
            submitted_on: request.submitted_on,
            needed_on: details.needed_on,
            protocol_ref_num: ethics.protocol_ref_num,
            irb_id: ethics.committee.0,
            irb_name: request.ethics.committee_name,
            ethics_approval_letter: yes_no(ethics.approval_letter),
            additional_ethics_committee_name: ethics.additional_committee,
            exempted: ethics.exempted,
            department: details.department,
            data_format: format.data_format,
            direct_access_from: format.direct_access_from,
            direct_access_to: format.direct_access_to,
            no_date_limit: format.no_date_limit,
            principal_fname: principal.fname,
            principal_sname: principal.sname,
            principal_email: principal.email,
            principal_phone: principal.phone,
            principal_occupation: principal.occupation,
            principal_institution: principal.institution,
            is_principal: request.is_principal,
            dataset_description: request.filters.dataset_description,
            filters,
            list_of_devices: request
                .list_of_devices
                .into_iter()
                .map(DeviceBody::from)
                .collect(),
            list_of_staff: request.list_of_staff.into_iter().map(StaffBody::from).collect(),
            duplicates,
            documents: request.documents.into_iter().map(DocumentBody::from).collect(),
            request_states: StateBody::all(request.request_states),
            has_feedback: request.has_feedback,
            is_own: caller_view.is_own,
            needs_new_date: caller_view.needs_new_date,
        }
    }
}

impl From<RoundView> for RoundBody {
    fn from(view: RoundView) -> Self {
        Self {
            round: view.round,
            started_on: view.started_on,
            note: view.note,
            extension: view.extension.map(ExtensionBody::from),
        }
    }
}

impl From<PersonView> for RequesterBody {
    fn from(view: PersonView) -> Self {
        Self {
            user_id: view.user_id.0,
            fname: view.fname,
            sname: view.sname,
            department: view.department,
            designation: view.designation,
            phone: view.phone,
            org_email: view.org_email,
            org_name: view.org_name,
        }
    }
}

impl From<PurposeView> for PurposeBody {
    fn from(view: PurposeView) -> Self {
        Self {
            purpose_id: view.purpose_id.0,
            purpose: view.purpose,
            purpose_description: view.purpose_description,
        }
    }
}

impl DatasetSourceBody {
    fn from_view(view: &DatasetView) -> Self {
        Self {
            data_source_id: view.data_source_id.0,
            source: view.source.clone(),
            description: view.source_description.clone(),
        }
    }
}

impl DatasetBody {
    fn new(view: DatasetView, filters: FiltersBody) -> Self {
        Self {
            rdataset_id: view.rdataset_id.0,
            data_source: DatasetSourceBody::from_view(&view),
            dataset_description: view.dataset_description,
            filters,
            release_date: view.release_date,
            variables_count: view.variables_count,
            tables: view.tables.into_iter().map(TableCompositionBody::from).collect(),
        }
    }
}

impl From<TableComposition> for TableCompositionBody {
    fn from(table: TableComposition) -> Self {
        Self {
            table: table.table,
            ordinary: table.ordinary,
            derived: table.derived,
            identifying: table.identifying,
        }
    }
}

impl From<DatasetVariableView> for RequestedVariableBody {
    fn from(view: DatasetVariableView) -> Self {
        Self {
            dataset_variable_id: view.dataset_variable_id.0,
            rdataset: view.rdataset.0,
            is_distinct: view.is_distinct,
            since_request: SinceRequestBody::from_since(&view.since),
            variable: view.var.into(),
        }
    }
}

impl From<DeviceView> for DeviceBody {
    fn from(view: DeviceView) -> Self {
        let device = view.device;
        Self {
            device_id: view.device_id.0,
            equipment_name: device.equipment_name,
            equipment_type: EquipmentTypeBody {
                equipment_type_id: device.equipment_type.0,
                equipment_type: view.equipment_type,
            },
            serial_number: device.serial_number,
            used_by: device.used_by,
            organisation: device.organisation,
            usage_from: device.usage_from,
            usage_to: device.usage_to,
        }
    }
}

impl From<StaffView> for StaffBody {
    fn from(view: StaffView) -> Self {
        let member = view.member;
        Self {
            staff_shared_id: view.staff_shared_id.0,
            first_name: member.first_name,
            surname: member.surname,
            phone: member.phone,
            email: member.email,
            identification_type: member.identification_type.name().to_owned(),
            identification_number: member.identification_number,
            position_in_organisation: member.position_in_organisation,
            identification_file_path: view.identification_file_path.map(|key| key.as_str().to_owned()),
            confidentiality_protocols: member.confidentiality_protocols,
        }
    }
}

impl From<DocumentView> for DocumentBody {
    fn from(view: DocumentView) -> Self {
        Self {
            field: view.kind.field().to_owned(),
            title: view.kind.title().to_owned(),
            path: view.key.as_str().to_owned(),
            name: view.name,
            mime: view.file_type.mime().to_owned(),
            is_protected: view.is_protected,
            size: view.size,
            uploaded_on: view.uploaded_on,
            gone: view.gone.map(|gone| gone.message().to_owned()),
        }
    }
}

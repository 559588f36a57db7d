//! The body of a submission (2 §3, "Request draft payload"). Every field may be missing: the domain says so in the words
//! of the specification.

use aditus_application::requests::submit::{Command, Upload};
use aditus_domain::ids::AssignedRoleId;
use aditus_domain::requests::{DocumentKind, RawDevice, RawFilters, RawPurpose, RawStaff, RawSubmission};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::local_id::{self, LocalId};
use crate::problem::Problem;

/// A file as base64.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileInput {
    /// What the sender takes it for. The content decides (decisions F1).
    #[serde(default)]
    #[validate(length(max = 255, message = "This is no media type."))]
    pub mime: Option<String>,
    /// The content in base64; a data URL is taken too.
    pub data: String,
}

/// A data request, in full.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub(crate) struct SubmissionBody {
    /// The caller's assignment as Data Requester.
    pub requester: i64,
    pub title: Option<String>,
    /// YYYY-MM-DD.
    pub needed_on: Option<String>,
    pub ethics_committee: Option<i64>,
    pub additional_ethics_committee_name: Option<String>,
    #[validate(nested)]
    #[serde(rename = "additional_IRB_file_path")]
    pub additional_irb_file_path: Option<FileInput>,
    pub protocol_ref_num: Option<String>,
    #[validate(nested)]
    pub ethics_doc_path: Option<FileInput>,
    /// Yes or No.
    pub ethics_approval_letter: Option<String>,
    pub data_source_id: Option<i64>,
    pub dataset_description: Option<String>,
    pub exempted: Option<bool>,
    pub department: Option<String>,
    /// Paper-based, Electronic or Direct access.
    pub data_format: Option<String>,
    pub direct_access_from: Option<String>,
    pub direct_access_to: Option<String>,
    pub no_date_limit: Option<bool>,
    pub principal_fname: Option<String>,
    pub principal_sname: Option<String>,
    pub principal_phone: Option<String>,
    pub principal_email: Option<String>,
    pub principal_occupation: Option<String>,
    pub principal_institution: Option<String>,
    #[serde(rename = "isPrincipal")]
    pub is_principal: Option<bool>,
    /// Always true here; old clients send it.
    #[expect(dead_code, reason = "accepted as specified; this call always submits")]
    pub submitted: Option<bool>,
    #[validate(nested)]
    pub data_specs_path: Option<FileInput>,
    /// The data sharing agreement.
    #[validate(nested)]
    pub file_path: Option<FileInput>,
    #[validate(length(max = 10_000, message = "These are too many variables."))]
    #[serde(default)]
    pub dataset_variables: Vec<i64>,
    #[serde(default, alias = "request_purpose")]
    pub request_purposes: Vec<PurposeInput>,
    pub purpose_description: Option<String>,
    #[serde(default)]
    pub list_of_devices: Vec<DeviceInput>,
    #[serde(default)]
    #[validate(nested)]
    pub list_of_staff: Vec<StaffInput>,
    pub filters: Option<FiltersInput>,
}

/// A purpose; 3 is Other and needs a description.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub(crate) struct PurposeInput {
    pub purpose: Option<i64>,
    pub purpose_description: Option<String>,
}

/// A device that will handle the data.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeviceInput {
    /// What the draft calls it: accepted, and not stored.
    #[expect(
        dead_code,
        reason = "accepted as specified; stored devices have ids of their own"
    )]
    #[schema(schema_with = local_id::schema)]
    pub id: Option<LocalId>,
    /// Another name for `id`.
    #[expect(
        dead_code,
        reason = "accepted as specified; stored devices have ids of their own"
    )]
    #[schema(schema_with = local_id::schema)]
    pub device_id: Option<LocalId>,
    pub equipment_name: Option<String>,
    /// The id of the equipment type.
    pub equipment_type: Option<i64>,
    pub serial_number: Option<String>,
    pub used_by: Option<String>,
    pub organisation: Option<String>,
    pub usage_from: Option<String>,
    pub usage_to: Option<String>,
}

/// A member of staff with whom the data is shared.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub(crate) struct StaffInput {
    /// What the draft calls them: accepted, and not stored.
    #[expect(
        dead_code,
        reason = "accepted as specified; stored staff have ids of their own"
    )]
    #[schema(schema_with = local_id::schema)]
    pub id: Option<LocalId>,
    /// Another name for `id`.
    #[expect(
        dead_code,
        reason = "accepted as specified; stored staff have ids of their own"
    )]
    #[schema(schema_with = local_id::schema)]
    pub staff_shared_id: Option<LocalId>,
    pub first_name: Option<String>,
    pub surname: Option<String>,
    pub phone: Option<String>,
    pub email: Option<String>,
    /// Passport or National ID.
    pub identification_type: Option<String>,
    pub identification_number: Option<String>,
    pub position_in_organisation: Option<String>,
    #[validate(nested)]
    pub identification_file_path: Option<FileInput>,
    pub confidentiality_protocols: Option<bool>,
}

/// Filters of the data.
#[derive(Deserialize, ToSchema, Validate, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct FiltersInput {
    /// Summaries of the chosen facilities.
    #[validate(length(max = 2_000, message = "These are too many facilities."))]
    #[serde(default)]
    pub facility_filter: Vec<String>,
    pub date_range_filter: Option<DateRangeInput>,
}

/// A range of dates; either end may be open.
#[derive(Deserialize, ToSchema, Validate, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct DateRangeInput {
    pub start_value: Option<String>,
    pub end_value: Option<String>,
}

/// The answer to a submission.
#[derive(Serialize, ToSchema)]
pub(crate) struct SubmittedBody {
    pub code: u16,
    pub message: String,
    pub request_id: i64,
    pub data: SubmittedData,
}

/// The request that was made.
#[derive(Serialize, ToSchema)]
pub(crate) struct SubmittedData {
    pub request_id: i64,
    #[schema(example = "REQ000012")]
    pub tracking_id: String,
}

impl SubmissionBody {
    /// The command of the use case; files are decoded on the way.
    pub(crate) fn into_command(self, as_guest: bool) -> Result<Command, Problem> {
        let mut uploads = Vec::new();
        let mut decode = |kind: DocumentKind, staff: Option<usize>, file: Option<FileInput>| match file {
            None => Ok(()),
            Some(file) => file
                .decode(kind, staff)
                .map(|bytes| uploads.push(Upload { kind, staff, bytes })),
        };
        decode(DocumentKind::EthicsApprovalLetter, None, self.ethics_doc_path)?;
        decode(
            DocumentKind::AdditionalEthicsLetter,
            None,
            self.additional_irb_file_path,
        )?;
        decode(DocumentKind::DataSharingAgreement, None, self.file_path)?;
        decode(DocumentKind::DataSpecification, None, self.data_specs_path)?;
        let mut list_of_staff = Vec::with_capacity(self.list_of_staff.len());
        for (index, member) in self.list_of_staff.into_iter().enumerate() {
            decode(
                DocumentKind::StaffIdentification,
                Some(index),
                member.identification_file_path,
            )?;
            list_of_staff.push(RawStaff {
                first_name: member.first_name,
                surname: member.surname,
                phone: member.phone,
                email: member.email,
                identification_type: member.identification_type,
                identification_number: member.identification_number,
                position_in_organisation: member.position_in_organisation,
                identification_file_path: None,
                confidentiality_protocols: member.confidentiality_protocols,
            });
        }
        let filters = self.filters.unwrap_or_default();
        let range = filters.date_range_filter.unwrap_or_default();
        let submission = RawSubmission {
            title: self.title,
            needed_on: self.needed_on,
            ethics_committee: self.ethics_committee,
            additional_ethics_committee_name: self.additional_ethics_committee_name,
            additional_irb_file_path: None,
            protocol_ref_num: self.protocol_ref_num,
            ethics_doc_path: None,
            ethics_approval_letter: self.ethics_approval_letter,
            data_source_id: self.data_source_id,
            dataset_description: self.dataset_description,
            exempted: self.exempted,
            department: self.department,
            data_format: self.data_format,
            direct_access_from: self.direct_access_from,
            direct_access_to: self.direct_access_to,
            no_date_limit: self.no_date_limit,
            principal_fname: self.principal_fname,
            principal_sname: self.principal_sname,
            principal_phone: self.principal_phone,
            principal_email: self.principal_email,
            principal_occupation: self.principal_occupation,
            principal_institution: self.principal_institution,
            is_principal: self.is_principal,
            data_specs_path: None,
            file_path: None,
            dataset_variables: self.dataset_variables,
            request_purposes: self
                .request_purposes
                .into_iter()
                .map(PurposeInput::into_raw)
                .collect(),
            purpose_description: self.purpose_description,
            list_of_devices: self
                .list_of_devices
                .into_iter()
                .map(DeviceInput::into_raw)
                .collect(),
            list_of_staff,
            filters: RawFilters {
                facility_filter: filters.facility_filter,
                start_value: range.start_value,
                end_value: range.end_value,
            },
        };
        Ok(Command {
            requester: AssignedRoleId(self.requester),
            as_guest,
            submission,
            uploads,
        })
    }
}

impl FileInput {
    fn decode(self, kind: DocumentKind, staff: Option<usize>) -> Result<Vec<u8>, Problem> {
        self.decode_at(|| match staff {
            Some(index) => format!("list_of_staff[{index}].{}", kind.field()),
            None => kind.field().to_owned(),
        })
    }

    /// The content. A fault is told at the field with this path.
    pub(crate) fn decode_at(self, field: impl FnOnce() -> String) -> Result<Vec<u8>, Problem> {
        let data = match self.data.split_once(',') {
            Some((head, data)) if head.starts_with("data:") => data,
            _ => self.data.as_str(),
        };
        STANDARD
            .decode(data)
            .map_err(|_| Problem::field(field(), "The file did not arrive whole. Please upload it again."))
    }
}

impl PurposeInput {
    fn into_raw(self) -> RawPurpose {
        RawPurpose {
            purpose: self.purpose,
            purpose_description: self.purpose_description,
        }
    }
}

impl DeviceInput {
    fn into_raw(self) -> RawDevice {
        RawDevice {
            equipment_name: self.equipment_name,
            equipment_type: self.equipment_type,
            serial_number: self.serial_number,
            used_by: self.used_by,
            organisation: self.organisation,
            usage_from: self.usage_from,
            usage_to: self.usage_to,
        }
    }
}

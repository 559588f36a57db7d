//! The body of a draft: the payload of a submission (2 §3, "Request draft payload") with whatever was typed so far, and what the wizard
//! has to know to go on.

use std::collections::BTreeMap;

use aditus_application::requests::drafts::{Draft, DraftFile, DraftRow};
use aditus_application::requests::submit::Upload;
use aditus_domain::ids::DraftFileId;
use aditus_domain::requests::{DocumentKind, DraftDevice, DraftStaff, RawDraft, RawFilters, RawSubmission};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::body::{Controls, FileText, WithFiles};
use crate::problem::Problem;
use crate::requests::device_body::device_body;
use crate::requests::staff_body::staff_body;
use crate::requests::submission::{
    DateRangeInput, DocumentInput, FiltersInput, PurposeInput, SentDocument, texts,
};

/// A draft of a data request. Everything may be missing, and nothing has to be right: only its length is bounded.
#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub(crate) struct DraftBody {
    /// The caller's assignment as Data Requester in which it is to be submitted; where it is left out, any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requester: Option<i64>,
    /// The version that a save began from. A new draft has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<i64>,
    /// Always false here; old clients send it.
    #[expect(
        dead_code,
        reason = "accepted as specified; a draft is never submitted by this"
    )]
    #[serde(default, skip_serializing)]
    pub submitted: Option<bool>,
    pub title: Option<String>,
    pub needed_on: Option<String>,
    pub additional_ethics_committee_name: Option<String>,
    pub protocol_ref_num: Option<String>,
    pub ethics_approval_letter: Option<String>,
    pub dataset_description: Option<String>,
    pub department: Option<String>,
    pub data_format: Option<String>,
    pub direct_access_from: Option<String>,
    pub direct_access_to: Option<String>,
    pub principal_fname: Option<String>,
    pub principal_sname: Option<String>,
    pub principal_phone: Option<String>,
    pub principal_email: Option<String>,
    pub principal_occupation: Option<String>,
    pub principal_institution: Option<String>,
    pub purpose_description: Option<String>,
    pub ethics_committee: Option<i64>,
    pub data_source_id: Option<i64>,
    pub exempted: Option<bool>,
    pub no_date_limit: Option<bool>,
    #[serde(rename = "isPrincipal")]
    pub is_principal: Option<bool>,
    /// Whether there is a letter of a second committee.
    pub additional_letter: Option<bool>,
    /// How many screens of the wizard were reached.
    pub reached: Option<i64>,
    #[validate(nested)]
    pub ethics_doc_path: Option<DocumentInput>,
    #[serde(rename = "additional_IRB_file_path")]
    #[validate(nested)]
    pub additional_irb_file_path: Option<DocumentInput>,
    /// The data sharing agreement.
    #[validate(nested)]
    pub file_path: Option<DocumentInput>,
    #[validate(nested)]
    pub data_specs_path: Option<DocumentInput>,
    #[serde(default)]
    pub dataset_variables: Vec<i64>,
    #[serde(default, alias = "request_purpose")]
    pub request_purposes: Vec<PurposeInput>,
    /// The ids of the chosen facilities.
    #[serde(default)]
    pub facilities: Vec<i64>,
    #[serde(default)]
    pub list_of_devices: Vec<DraftDeviceBody>,
    #[serde(default)]
    #[validate(nested)]
    pub list_of_staff: Vec<DraftStaffBody>,
    pub filters: Option<FiltersInput>,
}

device_body! {
    /// A device of a draft.
    #[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema, Validate)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct DraftDeviceBody {
        /// What the client calls it.
        pub id: Option<String>,
    }
}

staff_body! {
    identified by DocumentInput;

    /// A member of staff of a draft.
    #[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema, Validate)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct DraftStaffBody {
        /// What the client calls them.
        pub id: Option<String>,
        pub identification_type: Option<String>,
        pub confidentiality_protocols: Option<bool>,
    }
}

/// A draft as it is stored.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct StoredDraftBody {
    pub draft_id: i64,
    /// Grows with each save; the next save names it.
    pub version: i64,
    pub created_on: DateTime<Utc>,
    /// When it was saved last.
    pub changed_on: DateTime<Utc>,
    pub content: DraftBody,
    /// Its files, those that the content does not name included.
    pub files: Vec<DraftFileBody>,
}

/// A draft that was begun. What it holds is left out: the answer is kept for the `Idempotency-Key`, and the content may be long.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct BegunDraftBody {
    pub draft_id: i64,
    /// Null: a draft becomes a request when it is submitted.
    pub request_id: Option<i64>,
    /// The version that the next save names.
    pub version: i64,
    pub created_on: DateTime<Utc>,
    /// The files that came with it.
    pub files: Vec<DraftFileBody>,
}

/// A file of a draft.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct DraftFileBody {
    pub file_id: i64,
    pub name: String,
    /// The media type, by its content.
    pub mime: String,
    /// In bytes.
    pub size: u64,
}

/// A draft in the list of its owner.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct DraftRowBody {
    pub draft_id: i64,
    /// The title as far as it was typed.
    pub title: String,
    pub created_on: DateTime<Utc>,
    /// When it was saved last.
    pub changed_on: DateTime<Utc>,
    /// When it is deleted unless it is saved before.
    pub deleted_on: DateTime<Utc>,
}

/// A save that was made.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SavedDraftBody {
    /// The version that the next save begins from.
    pub version: i64,
    pub changed_on: DateTime<Utc>,
}

/// What was saved of a draft since the version that a save began from.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct DraftConflictBody {
    /// When the save came that was refused.
    pub sent_on: DateTime<Utc>,
    /// What is stored, and when it was saved.
    pub stored: StoredDraftBody,
}

/// The request that a draft starts from.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub(crate) struct StartBody {
    /// An own earlier request.
    pub request_id: i64,
}

impl WithFiles for DraftBody {
    /// Nothing that is pasted keeps the rest from being saved.
    const CONTROLS: Controls = Controls::Dropped;

    fn files(&mut self) -> Vec<&mut FileText> {
        let documents = [
            &mut self.ethics_doc_path,
            &mut self.additional_irb_file_path,
            &mut self.file_path,
            &mut self.data_specs_path,
        ];
        let staff = self.list_of_staff.iter_mut();
        let identifications = staff.map(|member| &mut member.identification_file_path);
        texts(documents.into_iter().chain(identifications))
    }
}

impl DraftBody {
    /// The content, and the files that came with it.
    pub(crate) fn into_raw(self) -> Result<(RawDraft, Vec<Upload>), Problem> {
        let mut uploads = Vec::new();
        let mut documents = BTreeMap::new();
        for (kind, document) in [
            (DocumentKind::EthicsApprovalLetter, self.ethics_doc_path),
            (
                DocumentKind::AdditionalEthicsLetter,
                self.additional_irb_file_path,
            ),
            (DocumentKind::DataSharingAgreement, self.file_path),
            (DocumentKind::DataSpecification, self.data_specs_path),
        ] {
            match document.map(|document| document.read(kind, None)).transpose()? {
                Some(SentDocument::Named(file)) => {
                    documents.insert(kind, file);
                }
                Some(SentDocument::Uploaded(upload)) => uploads.push(upload),
                None => {}
            }
        }
        let mut staff = Vec::with_capacity(self.list_of_staff.len());
        for (index, member) in self.list_of_staff.into_iter().enumerate() {
            staff.push(member.into_draft(index, &mut uploads)?);
        }
        let filters = self.filters.unwrap_or_default();
        let range = filters.date_range_filter.unwrap_or_default();
        let purposes = self.request_purposes.into_iter();
        let draft = RawDraft {
            answers: RawSubmission {
                title: self.title,
                needed_on: self.needed_on,
                additional_ethics_committee_name: self.additional_ethics_committee_name,
                protocol_ref_num: self.protocol_ref_num,
                ethics_approval_letter: self.ethics_approval_letter,
                dataset_description: self.dataset_description,
                department: self.department,
                data_format: self.data_format,
                direct_access_from: self.direct_access_from,
                direct_access_to: self.direct_access_to,
                principal_fname: self.principal_fname,
                principal_sname: self.principal_sname,
                principal_phone: self.principal_phone,
                principal_email: self.principal_email,
                principal_occupation: self.principal_occupation,
                principal_institution: self.principal_institution,
                purpose_description: self.purpose_description,
                ethics_committee: self.ethics_committee,
                data_source_id: self.data_source_id,
                exempted: self.exempted,
                no_date_limit: self.no_date_limit,
                is_principal: self.is_principal,
                dataset_variables: self.dataset_variables,
                request_purposes: purposes.map(PurposeInput::into_raw).collect(),
                filters: RawFilters {
                    facility_filter: filters.facility_filter,
                    start_value: range.start_value,
                    end_value: range.end_value,
                },
                ..RawSubmission::default()
            },
            additional_letter: self.additional_letter,
            facilities: self.facilities,
            reached: self.reached,
            documents,
            devices: self.list_of_devices.into_iter().map(DraftDevice::from).collect(),
            staff,
        };
        Ok((draft, uploads))
    }
}

impl From<RawDraft> for DraftBody {
    fn from(draft: RawDraft) -> Self {
        let answers = draft.answers;
        let named = |kind: DocumentKind| draft.documents.get(&kind).copied().map(DocumentInput::named);
        let purposes = answers.request_purposes.into_iter();
        Self {
            requester: None,
            version: None,
            submitted: None,
            title: answers.title,
            needed_on: answers.needed_on,
            additional_ethics_committee_name: answers.additional_ethics_committee_name,
            protocol_ref_num: answers.protocol_ref_num,
            ethics_approval_letter: answers.ethics_approval_letter,
            dataset_description: answers.dataset_description,
            department: answers.department,
            data_format: answers.data_format,
            direct_access_from: answers.direct_access_from,
            direct_access_to: answers.direct_access_to,
            principal_fname: answers.principal_fname,
            principal_sname: answers.principal_sname,
            principal_phone: answers.principal_phone,
            principal_email: answers.principal_email,
            principal_occupation: answers.principal_occupation,
            principal_institution: answers.principal_institution,
            purpose_description: answers.purpose_description,
            ethics_committee: answers.ethics_committee,
            data_source_id: answers.data_source_id,
            exempted: answers.exempted,
            no_date_limit: answers.no_date_limit,
            is_principal: answers.is_principal,
            dataset_variables: answers.dataset_variables,
            ethics_doc_path: named(DocumentKind::EthicsApprovalLetter),
            additional_irb_file_path: named(DocumentKind::AdditionalEthicsLetter),
            file_path: named(DocumentKind::DataSharingAgreement),
            data_specs_path: named(DocumentKind::DataSpecification),
            additional_letter: draft.additional_letter,
            reached: draft.reached,
            request_purposes: purposes.map(PurposeInput::from).collect(),
            facilities: draft.facilities,
            list_of_devices: draft.devices.into_iter().map(DraftDeviceBody::from).collect(),
            list_of_staff: draft.staff.into_iter().map(DraftStaffBody::from).collect(),
            filters: Some(FiltersInput {
                facility_filter: answers.filters.facility_filter,
                date_range_filter: Some(DateRangeInput {
                    start_value: answers.filters.start_value,
                    end_value: answers.filters.end_value,
                }),
            }),
        }
    }
}

impl From<DraftDeviceBody> for DraftDevice {
    fn from(mut body: DraftDeviceBody) -> Self {
        Self {
            id: body.id.take(),
            device: body.into_raw(),
        }
    }
}

impl From<DraftDevice> for DraftDeviceBody {
    fn from(DraftDevice { id, device }: DraftDevice) -> Self {
        Self {
            id,
            equipment_type: device.equipment_type,
            equipment_name: device.equipment_name,
            serial_number: device.serial_number,
            used_by: device.used_by,
            organisation: device.organisation,
            usage_from: device.usage_from,
            usage_to: device.usage_to,
        }
    }
}

impl DraftStaffBody {
    fn into_draft(mut self, index: usize, uploads: &mut Vec<Upload>) -> Result<DraftStaff, Problem> {
        let kind = DocumentKind::StaffIdentification;
        let id = self.id.take();
        let (member, document) = self.into_raw();
        let identification = match document
            .map(|document| document.read(kind, Some(index)))
            .transpose()?
        {
            Some(SentDocument::Named(file)) => Some(file),
            Some(SentDocument::Uploaded(upload)) => {
                uploads.push(upload);
                None
            }
            None => None,
        };
        Ok(DraftStaff {
            id,
            member,
            identification,
        })
    }
}

impl From<DraftStaff> for DraftStaffBody {
    fn from(staff: DraftStaff) -> Self {
        let member = staff.member;
        Self {
            id: staff.id,
            first_name: member.first_name,
            surname: member.surname,
            phone: member.phone,
            email: member.email,
            identification_type: member.identification_type,
            identification_number: member.identification_number,
            position_in_organisation: member.position_in_organisation,
            confidentiality_protocols: member.confidentiality_protocols,
            identification_file_path: staff.identification.map(DocumentInput::named),
        }
    }
}

impl From<Draft> for StoredDraftBody {
    fn from(draft: Draft) -> Self {
        Self {
            draft_id: draft.id.0,
            version: draft.version,
            created_on: draft.created_on,
            changed_on: draft.changed_on,
            content: draft.content.into_typed().into(),
            files: draft.files.into_iter().map(DraftFileBody::from).collect(),
        }
    }
}

impl From<Draft> for BegunDraftBody {
    fn from(draft: Draft) -> Self {
        Self {
            draft_id: draft.id.0,
            request_id: None,
            version: draft.version,
            created_on: draft.created_on,
            files: draft.files.into_iter().map(DraftFileBody::from).collect(),
        }
    }
}

impl From<DraftFile> for DraftFileBody {
    fn from(file: DraftFile) -> Self {
        let DraftFileId(file_id) = file.id;
        Self {
            file_id,
            name: file.name,
            mime: file.file_type.mime().to_owned(),
            size: file.size,
        }
    }
}

impl From<(DraftRow, DateTime<Utc>)> for DraftRowBody {
    fn from((row, deleted_on): (DraftRow, DateTime<Utc>)) -> Self {
        Self {
            draft_id: row.id.0,
            title: row.title,
            created_on: row.created_on,
            changed_on: row.changed_on,
            deleted_on,
        }
    }
}

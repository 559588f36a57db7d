//! The body of a draft: the payload of a submission (2 §3, "Request draft payload"), possibly
//! incomplete, with the state of the wizard.

use std::collections::BTreeMap;

use aditus_application::requests::drafts::{Draft, DraftFile, DraftRow};
use aditus_application::requests::submit::Upload;
use aditus_domain::ids::DraftFileId;
use aditus_domain::requests::{DocumentKind, DraftDevice, DraftStaff, RawDraft};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::body::{Controls, FileText, WithFiles};
use crate::problem::Problem;
use crate::requests::answers_body::{answers_body, from_answers};
use crate::requests::device_body::device_body;
use crate::requests::staff_body::staff_body;
use crate::requests::submission::{
    DateRangeInput, DocumentInput, FiltersInput, PurposeInput, SentDocument, texts,
};

answers_body! {
    /// A draft of a data request. All fields are optional, and only their length is validated.
    #[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema, Validate)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct DraftBody {
        /// The caller's role assignment as Data Requester for the submission; defaults to any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub requester: Option<i64>,
        /// The version on which the save is based; missing for a new draft.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub version: Option<i64>,
        /// Ignored: older clients send false.
        #[expect(
            dead_code,
            reason = "accepted as specified; a draft is never submitted by this"
        )]
        #[serde(default, skip_serializing)]
        pub submitted: Option<bool>,
        pub needed_on: Option<String>,
        pub ethics_approval_letter: Option<String>,
        pub data_format: Option<String>,
        /// True if there is a letter of a second committee.
        pub additional_letter: Option<bool>,
        /// The number of wizard screens that were reached.
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
        /// The ids of the selected facilities.
        #[serde(default)]
        pub facilities: Vec<i64>,
        #[serde(default)]
        pub list_of_devices: Vec<DraftDeviceBody>,
        #[serde(default)]
        #[validate(nested)]
        pub list_of_staff: Vec<DraftStaffBody>,
    }
}

from_answers!(DraftBody);

device_body! {
    /// A device of a draft.
    #[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema, Validate)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct DraftDeviceBody {
        /// The id that the client assigned.
        pub id: Option<String>,
    }
}

staff_body! {
    identified by DocumentInput;

    /// A staff member of a draft.
    #[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema, Validate)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct DraftStaffBody {
        /// The id that the client assigned.
        pub id: Option<String>,
        pub identification_type: Option<String>,
        pub confidentiality_protocols: Option<bool>,
    }
}

/// A saved draft.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct StoredDraftBody {
    pub draft_id: i64,
    /// The version, which increases with each save and must be sent with the next one.
    pub version: i64,
    pub created_on: DateTime<Utc>,
    /// The time of the last save.
    pub changed_on: DateTime<Utc>,
    pub content: DraftBody,
    /// All files of the draft, including those that the content does not use.
    pub files: Vec<DraftFileBody>,
}

/// A new draft, without its content: the response is stored for the `Idempotency-Key`, and the
/// content may be long.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct BegunDraftBody {
    pub draft_id: i64,
    /// Always null: a draft becomes a request when it is submitted.
    pub request_id: Option<i64>,
    /// The version, to be sent with the next save.
    pub version: i64,
    pub created_on: DateTime<Utc>,
    /// The files that were sent with it.
    pub files: Vec<DraftFileBody>,
}

/// A file of a draft.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct DraftFileBody {
    pub file_id: i64,
    pub name: String,
    /// The media type, detected from the content.
    pub mime: String,
    /// The size in bytes.
    pub size: u64,
}

/// A draft in the list of its owner.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct DraftRowBody {
    pub draft_id: i64,
    /// The title, possibly incomplete.
    pub title: String,
    /// The number of wizard screens that were reached; null if it was not saved by the wizard.
    pub reached: Option<i64>,
    pub created_on: DateTime<Utc>,
    /// The time of the last save.
    pub changed_on: DateTime<Utc>,
    /// The time at which the draft is deleted unless it is saved again.
    pub deleted_on: DateTime<Utc>,
}

/// The result of a save.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SavedDraftBody {
    /// The version, to be sent with the next save.
    pub version: i64,
    pub changed_on: DateTime<Utc>,
}

/// The conflict of a save with a newer version of the draft.
#[derive(Serialize, ToSchema)]
pub(crate) struct DraftConflictBody {
    /// The time of the rejected save.
    pub sent_on: DateTime<Utc>,
    /// The saved draft, with the time of the save.
    pub stored: StoredDraftBody,
}

/// The request on which a new draft is based.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub(crate) struct StartBody {
    /// The id of an earlier request of the caller.
    pub request_id: i64,
}

impl WithFiles for DraftBody {
    /// Pasted control characters must not prevent a save.
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
    pub(crate) fn into_raw(mut self) -> Result<(RawDraft, Vec<Upload>), Problem> {
        let mut uploads = Vec::new();
        let mut documents = BTreeMap::new();
        for (kind, document) in [
            (DocumentKind::EthicsApprovalLetter, self.ethics_doc_path.take()),
            (
                DocumentKind::AdditionalEthicsLetter,
                self.additional_irb_file_path.take(),
            ),
            (DocumentKind::DataSharingAgreement, self.file_path.take()),
            (DocumentKind::DataSpecification, self.data_specs_path.take()),
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
        for (index, member) in std::mem::take(&mut self.list_of_staff).into_iter().enumerate() {
            staff.push(member.into_draft(index, &mut uploads)?);
        }
        let draft = RawDraft {
            answers: self.take_answers(),
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
        let named = |kind: DocumentKind| draft.documents.get(&kind).copied().map(DocumentInput::named);
        Self {
            ethics_doc_path: named(DocumentKind::EthicsApprovalLetter),
            additional_irb_file_path: named(DocumentKind::AdditionalEthicsLetter),
            file_path: named(DocumentKind::DataSharingAgreement),
            data_specs_path: named(DocumentKind::DataSpecification),
            additional_letter: draft.additional_letter,
            reached: draft.reached,
            facilities: draft.facilities,
            list_of_devices: draft.devices.into_iter().map(DraftDeviceBody::from).collect(),
            list_of_staff: draft.staff.into_iter().map(DraftStaffBody::from).collect(),
            ..Self::from_answers(draft.answers)
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
            reached: row.reached,
            created_on: row.created_on,
            changed_on: row.changed_on,
            deleted_on,
        }
    }
}

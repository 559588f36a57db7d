//! The body of a submission (2 §3, "Request draft payload"). All fields are optional here: the
//! domain rejects missing ones, with the messages of the specification.

use aditus_application::requests::submit::{Command, FileBytes, NamedFile, Upload};
use aditus_domain::ids::{AssignedRoleId, DraftFileId, DraftId};
use aditus_domain::requests::{DocumentKind, RawPurpose, RawSubmission};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::answers_body::answers_body;
use super::device_body::device_body;
use super::local_id::{self, LocalId};
use super::staff_body::staff_body;
use crate::body::{FileText, WithFiles};
use crate::problem::Problem;

/// A file in base64.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileInput {
    /// The media type according to the sender. The server detects it from the content (decisions
    /// F1).
    #[serde(default)]
    #[validate(length(max = 255, message = "This is not a media type."))]
    pub mime: Option<String>,
    /// The file name, which the owner and reviewers see. Only its last path segment is stored.
    #[serde(default)]
    #[validate(length(
        max = 255,
        message = "The file name is too long. The limit is 255 characters."
    ))]
    pub name: Option<String>,
    /// The content in base64 or as a data URL.
    #[schema(value_type = String)]
    pub data: FileText,
}

/// A document: either its content, or a file that was uploaded to the draft.
#[derive(Clone, Default, Deserialize, Serialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub(crate) struct DocumentInput {
    /// The media type according to the sender. The server detects it from the content (decisions
    /// F1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[validate(length(max = 255, message = "This is not a media type."))]
    pub mime: Option<String>,
    /// The file name, which the owner and reviewers see. Only its last path segment is stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[validate(length(
        max = 255,
        message = "The file name is too long. The limit is 255 characters."
    ))]
    pub name: Option<String>,
    /// The content in base64 or as a data URL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub data: Option<FileText>,
    /// The id of a file of the draft, instead of the content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_id: Option<i64>,
}

/// The form in which a document was sent.
pub(crate) enum SentDocument {
    /// A reference to a file of the draft.
    Named(DraftFileId),
    Uploaded(Upload),
}

impl std::fmt::Debug for DocumentInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { data, file_id, .. } = self;
        f.debug_struct("DocumentInput")
            .field("data", data)
            .field("file_id", file_id)
            .finish_non_exhaustive()
    }
}

answers_body! {
    /// A complete data request.
    #[derive(Deserialize, ToSchema, Validate)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct SubmissionBody {
        /// The caller's role assignment as Data Requester. Required.
        pub requester: Option<i64>,
        /// A date in the format YYYY-MM-DD.
        pub needed_on: Option<String>,
        #[validate(nested)]
        #[serde(rename = "additional_IRB_file_path")]
        pub additional_irb_file_path: Option<DocumentInput>,
        #[validate(nested)]
        pub ethics_doc_path: Option<DocumentInput>,
        /// Either Yes or No.
        pub ethics_approval_letter: Option<String>,
        /// One of Paper-based, Electronic and Direct access.
        pub data_format: Option<String>,
        /// Ignored: older clients send true.
        #[expect(dead_code, reason = "accepted as specified; this call always submits")]
        pub submitted: Option<bool>,
        #[validate(nested)]
        pub data_specs_path: Option<DocumentInput>,
        /// The data sharing agreement.
        #[validate(nested)]
        pub file_path: Option<DocumentInput>,
        #[validate(length(max = 10_000, message = "Too many variables."))]
        #[serde(default)]
        pub dataset_variables: Vec<i64>,
        #[serde(default)]
        pub list_of_devices: Vec<DeviceInput>,
        #[serde(default)]
        #[validate(nested)]
        pub list_of_staff: Vec<StaffInput>,
        /// The id of the submitted draft, which is deleted. Documents may refer to its files by
        /// `file_id`.
        pub draft_id: Option<i64>,
    }
}

/// A purpose. The id 3 is Other and requires a description.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub(crate) struct PurposeInput {
    pub purpose: Option<i64>,
    pub purpose_description: Option<String>,
}

device_body! {
    /// A device that will process the data.
    #[derive(Deserialize, ToSchema, Validate)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct DeviceInput {
        /// The id in the draft: accepted, but not stored.
        #[expect(
            dead_code,
            reason = "accepted as specified; stored devices have ids of their own"
        )]
        #[schema(schema_with = local_id::schema)]
        pub id: Option<LocalId>,
        /// An alias of `id`.
        #[expect(
            dead_code,
            reason = "accepted as specified; stored devices have ids of their own"
        )]
        #[schema(schema_with = local_id::schema)]
        pub device_id: Option<LocalId>,
    }
}

staff_body! {
    identified by DocumentInput;

    /// A staff member with whom the data is shared.
    #[derive(Deserialize, ToSchema, Validate)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct StaffInput {
        /// The id in the draft: accepted, but not stored.
        #[expect(
            dead_code,
            reason = "accepted as specified; stored staff have ids of their own"
        )]
        #[schema(schema_with = local_id::schema)]
        pub id: Option<LocalId>,
        /// An alias of `id`.
        #[expect(
            dead_code,
            reason = "accepted as specified; stored staff have ids of their own"
        )]
        #[schema(schema_with = local_id::schema)]
        pub staff_shared_id: Option<LocalId>,
        /// Either Passport or National ID.
        pub identification_type: Option<String>,
        pub confidentiality_protocols: Option<bool>,
    }
}

/// The filters of the data.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema, Validate, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct FiltersInput {
    /// Summaries of the selected facilities.
    #[validate(length(max = 2_000, message = "Too many facilities."))]
    #[serde(default)]
    pub facility_filter: Vec<String>,
    pub date_range_filter: Option<DateRangeInput>,
}

/// A range of dates; either end may be open.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema, Validate, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct DateRangeInput {
    pub start_value: Option<String>,
    pub end_value: Option<String>,
}

/// The response to a submission.
#[derive(Serialize, ToSchema)]
pub(crate) struct SubmittedBody {
    pub code: u16,
    pub message: String,
    pub request_id: i64,
    pub data: SubmittedData,
}

/// The created request.
#[derive(Serialize, ToSchema)]
pub(crate) struct SubmittedData {
    pub request_id: i64,
    #[schema(example = "REQ000012")]
    pub tracking_id: String,
}

impl WithFiles for SubmissionBody {
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

pub(super) fn texts<'a>(
    documents: impl Iterator<Item = &'a mut Option<DocumentInput>>,
) -> Vec<&'a mut FileText> {
    documents
        .flatten()
        .filter_map(|document| document.data.as_mut())
        .collect()
}

impl SubmissionBody {
    /// Converts the body to the command of the use case, and decodes the files.
    pub(crate) fn into_command(mut self, as_guest: bool) -> Result<Command, Problem> {
        let (mut uploads, mut named) = (Vec::new(), Vec::new());
        let mut decode = |kind: DocumentKind, staff: Option<usize>, document: Option<DocumentInput>| {
            match document.map(|document| document.read(kind, staff)).transpose()? {
                Some(SentDocument::Named(file)) => named.push(NamedFile { kind, staff, file }),
                Some(SentDocument::Uploaded(upload)) => uploads.push(upload),
                None => {}
            }
            Ok::<(), Problem>(())
        };
        for (kind, document) in [
            (DocumentKind::EthicsApprovalLetter, self.ethics_doc_path.take()),
            (
                DocumentKind::AdditionalEthicsLetter,
                self.additional_irb_file_path.take(),
            ),
            (DocumentKind::DataSharingAgreement, self.file_path.take()),
            (DocumentKind::DataSpecification, self.data_specs_path.take()),
        ] {
            decode(kind, None, document)?;
        }
        let mut list_of_staff = Vec::with_capacity(self.list_of_staff.len());
        for (index, member) in std::mem::take(&mut self.list_of_staff).into_iter().enumerate() {
            let (member, identification) = member.into_raw();
            decode(DocumentKind::StaffIdentification, Some(index), identification)?;
            list_of_staff.push(member);
        }
        let devices = std::mem::take(&mut self.list_of_devices);
        let submission = RawSubmission {
            list_of_devices: devices.into_iter().map(DeviceInput::into_raw).collect(),
            list_of_staff,
            ..self.take_answers()
        };
        Ok(Command {
            requester: self.requester.map(AssignedRoleId),
            as_guest,
            submission,
            uploads,
            draft: self.draft_id.map(DraftId),
            named,
        })
    }
}

impl DocumentInput {
    /// Creates the reference to a file of a draft for a response.
    pub(crate) fn named(file: DraftFileId) -> Self {
        Self {
            file_id: Some(file.0),
            ..Self::default()
        }
    }

    /// Returns the reference or the decoded content.
    pub(crate) fn read(self, kind: DocumentKind, staff: Option<usize>) -> Result<SentDocument, Problem> {
        match (self.data, self.file_id) {
            (Some(data), None) => {
                let Self { mime, name, .. } = self;
                let file = FileInput {
                    mime,
                    name: None,
                    data,
                };
                let bytes = file.decode(kind, staff)?;
                Ok(SentDocument::Uploaded(Upload {
                    kind,
                    staff,
                    name,
                    bytes,
                }))
            }
            (None, Some(file)) => Ok(SentDocument::Named(DraftFileId(file))),
            _ => Err(Problem::field(
                match staff {
                    Some(index) => format!("list_of_staff[{index}].{}", kind.field()),
                    None => kind.field().to_owned(),
                },
                "Send the content of the file, or the id of an uploaded one.",
            )),
        }
    }
}

impl FileInput {
    fn decode(self, kind: DocumentKind, staff: Option<usize>) -> Result<FileBytes, Problem> {
        self.decode_at(|| match staff {
            Some(index) => format!("list_of_staff[{index}].{}", kind.field()),
            None => kind.field().to_owned(),
        })
    }

    /// Returns the content. An error is reported at the field with this path.
    pub(crate) fn decode_at(self, field: impl FnOnce() -> String) -> Result<FileBytes, Problem> {
        self.data
            .content()
            .ok_or_else(|| Problem::field(field(), "The file arrived incomplete. Please upload it again."))
    }
}

impl From<RawPurpose> for PurposeInput {
    fn from(raw: RawPurpose) -> Self {
        Self {
            purpose: raw.purpose,
            purpose_description: raw.purpose_description,
        }
    }
}

impl PurposeInput {
    pub(crate) fn into_raw(self) -> RawPurpose {
        RawPurpose {
            purpose: self.purpose,
            purpose_description: self.purpose_description,
        }
    }
}

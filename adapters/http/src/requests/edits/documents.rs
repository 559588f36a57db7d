//! `patch/data_request_docs/{id}`: edits the ethics approval, the agreement, or the specification
//! form.

#![expect(
    non_snake_case,
    reason = "validator reports errors within a file at the Rust name of its field, so the name must be that of the payload"
)]

use actix_web::{HttpResponse, patch, web};
use aditus_application::requests::edits::patch_documents::{self, Command, Patch};
use aditus_application::requests::submit::Upload;
use aditus_domain::ids::RequestId;
use aditus_domain::requests::{DocumentKind, Letter, RawEthics, RawEthicsEdit};
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use super::body::{EditedBody, basis, edited};
use super::sections::only_section;
use crate::answer::Envelope;
use crate::api::Api;
use crate::body::{FileBody, FileText, ParsedBody, WithFiles};
use crate::problem::{Problem, ProblemBody};
use crate::requests::submission::FileInput;
use crate::signed_in::SignedIn;

/// The answers of one section with its files. All answers of the section are sent together, without
/// those of other sections.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub(super) struct DocumentsPatchBody {
    /// The ethics committee. This field and the next ones belong to the section on ethics approval.
    pub ethics_committee: Option<i64>,
    pub protocol_ref_num: Option<String>,
    /// The approval letter.
    #[validate(nested)]
    pub ethics_doc_path1: Option<FileInput>,
    /// If true, keeps the existing letter; no new one may be sent.
    pub keep_ethics_doc: Option<bool>,
    /// "None" if there is no additional letter.
    pub additional_ethics_committee_name: Option<String>,
    #[validate(nested)]
    pub additional_IRB_file_path1: Option<FileInput>,
    /// If true, keeps the existing additional letter; no new one may be sent.
    #[serde(rename = "keep_additional_IRB_file")]
    pub keep_additional_irb_file: Option<bool>,
    /// The data sharing agreement, which is a section of its own.
    #[validate(nested)]
    pub file_path1: Option<FileInput>,
    /// The General Data Specification Form, which is a section of its own.
    #[validate(nested)]
    pub data_specs_path1: Option<FileInput>,
    /// The id of the comment that demands the edit, while the request is pending.
    pub comment_id: Option<i64>,
    /// The version of the request on which the edit is based. An edit of an older version is
    /// rejected.
    pub version: Option<u32>,
    /// If true, the edit also resolves the comment.
    pub resolve: Option<bool>,
}

/// Edits the ethics approval, the data sharing agreement or the specification form of a request.
#[utoipa::path(tag = "requests", security(("token" = [])), params(("id" = i64, Path)), request_body = DocumentsPatchBody, responses(
    (status = 200, body = Envelope<EditedBody>),
    (status = 400, body = ProblemBody, description = "a rule of the section's form is broken; `errors` names the fields"),
    (status = 403, body = ProblemBody, description = "no reviewer asked the caller to edit this section"),
    (status = 409, body = ProblemBody, description = "the request has changed since"),
    (status = 413, body = ProblemBody, description = "a file is too large"),
    (status = 415, body = ProblemBody, description = "a file is of the wrong kind"),
    (status = 503, body = ProblemBody, description = "there is no room for the body right now; the header Retry-After says how long to wait"),
))]
#[patch("/data_requests/patch/data_request_docs/{id}")]
pub(super) async fn edit_documents(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: FileBody<DocumentsPatchBody>,
) -> Result<HttpResponse, Problem> {
    let request = RequestId(id.into_inner());
    let asks = caller.0.clone();
    api.run_without_idempotency(move |ports| patch_documents::may_send(ports, &asks, request))
        .await?;
    let ParsedBody {
        value: command,
        reservation,
    } = body.read(move |body| body.into_command(request)).await?;
    let has_files = !command.uploads.is_empty();
    let answer = api
        .run_inspecting(&caller.clone(), has_files, move |ports| {
            let _reservation = reservation;
            patch_documents::execute(ports, &caller, &command)
        })
        .await?;
    Ok(edited(answer))
}

impl WithFiles for DocumentsPatchBody {
    fn files(&mut self) -> Vec<&mut FileText> {
        let files = [
            &mut self.ethics_doc_path1,
            &mut self.additional_IRB_file_path1,
            &mut self.file_path1,
            &mut self.data_specs_path1,
        ];
        files.into_iter().flatten().map(|file| &mut file.data).collect()
    }
}

impl DocumentsPatchBody {
    fn into_command(self, request: RequestId) -> Result<Command, Problem> {
        let ethics = [
            ("ethics_committee", self.ethics_committee.is_some()),
            ("protocol_ref_num", self.protocol_ref_num.is_some()),
            ("ethics_doc_path1", self.ethics_doc_path1.is_some()),
            ("keep_ethics_doc", self.keep_ethics_doc.is_some()),
            (
                "additional_ethics_committee_name",
                self.additional_ethics_committee_name.is_some(),
            ),
            (
                "additional_IRB_file_path1",
                self.additional_IRB_file_path1.is_some(),
            ),
            (
                "keep_additional_IRB_file",
                self.keep_additional_irb_file.is_some(),
            ),
        ];
        let agreement = [("file_path1", self.file_path1.is_some())];
        let specification = [("data_specs_path1", self.data_specs_path1.is_some())];
        let about = only_section(&[&ethics, &agreement, &specification])?;
        let basis = basis(self.comment_id, self.version, self.resolve);
        let uploads = [
            (DocumentKind::EthicsApprovalLetter, self.ethics_doc_path1),
            (
                DocumentKind::AdditionalEthicsLetter,
                self.additional_IRB_file_path1,
            ),
            (DocumentKind::DataSharingAgreement, self.file_path1),
            (DocumentKind::DataSpecification, self.data_specs_path1),
        ]
        .into_iter()
        .filter_map(|(kind, file)| file.map(|file| upload(kind, file)))
        .collect::<Result<Vec<_>, _>>()?;
        let patch = match about {
            0 => Patch::Ethics(RawEthicsEdit {
                answers: RawEthics {
                    ethics_committee: self.ethics_committee,
                    additional_ethics_committee_name: self.additional_ethics_committee_name,
                    protocol_ref_num: self.protocol_ref_num,
                    ..RawEthics::default()
                },
                letter: letter_change(self.keep_ethics_doc),
                additional_letter: letter_change(self.keep_additional_irb_file),
            }),
            1 => Patch::Agreement,
            _ => Patch::Specification,
        };
        Ok(Command {
            request,
            patch,
            uploads,
            basis,
        })
    }
}

fn letter_change(keep: Option<bool>) -> Letter {
    if keep == Some(true) {
        Letter::Kept
    } else {
        Letter::Missing
    }
}

pub(super) fn upload(kind: DocumentKind, mut file: FileInput) -> Result<Upload, Problem> {
    Ok(Upload {
        kind,
        staff: None,
        name: file.name.take(),
        bytes: file.decode_at(|| kind.edit_field().to_owned())?,
    })
}

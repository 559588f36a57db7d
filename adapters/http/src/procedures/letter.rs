//! The template of a procedure's approval letter (decisions G3).

use actix_web::{HttpResponse, post, web};
use aditus_application::exports::Export;
use aditus_application::procedures::letter::preview;
use aditus_application::procedures::letter::{ShownTemplate, TemplateForm, TemplateRecords};
use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{LetterText, Placeholder};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::answer::Envelope;
use crate::api::Api;
use crate::attachment::{PDF, attachment};
use crate::body::Body;
use crate::problem::{Problem, ProblemBody};
use crate::records::record_calls;
use crate::routes::Routes;
use crate::signed_in::SignedIn;

/// The form of a letter template.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LetterTemplateInputBody {
    /// The heading. Like the body, it may contain placeholders.
    pub heading: Option<String>,
    /// Empty lines separate paragraphs. Unknown placeholders are rejected.
    pub body: Option<String>,
    /// The `row_version` that was read. If a newer version was saved since, the change fails with
    /// 409 (conflict). Without it, there is no check for conflicts.
    #[validate(range(min = 1, message = "`row_version` must be 1 or greater."))]
    pub row_version: Option<i64>,
}

/// A letter template to preview before it is saved.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LetterPreviewInputBody {
    pub heading: Option<String>,
    pub body: Option<String>,
}

/// The letter template of a procedure.
#[derive(Serialize, ToSchema)]
pub(crate) struct LetterTemplateBody {
    pub heading: String,
    pub body: String,
    /// True for the standard template of the product, if no other one was saved.
    pub is_standard: bool,
    /// The placeholders that heading and body may contain.
    pub placeholders: Vec<PlaceholderBody>,
    /// The version of the record, to be sent with a change.
    pub row_version: i64,
}

/// A placeholder for a detail of the request.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlaceholderBody {
    /// The spelling in a template.
    #[schema(example = "{{request_title}}")]
    pub placeholder: String,
    pub description: String,
}

/// The text of the letter for a sample request.
#[derive(Serialize, ToSchema)]
pub(crate) struct LetterPreviewBody {
    pub heading: String,
    pub body: String,
}

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes
        .configure(calls::configure)
        .service(preview_letter)
        .service(preview_letter_text);
}

record_calls! {
    TemplateRecords, ProcedureId as "id", tag "procedures";

    /// Returns the letter template of a procedure, and the available placeholders.
    one letter_template at "/data_requests/approval_procedures/{id}/letter" -> LetterTemplateBody;

    /// Saves the letter template.
    ///
    /// Existing letters are kept; requests that are approved afterwards use this template.
    change change_letter_template at "/data_requests/approval_procedures/{id}/letter": LetterTemplateInputBody
        -> Done "Successfully updated the approval template",
        409 "someone else has changed it since it was read";

    /// Resets the letter template to the standard template of the product.
    remove reset_letter_template at "/data_requests/approval_procedures/{id}/letter";
}

/// Returns the letter of a sample request with this template as a PDF.
///
/// Nothing is stored.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(("id" = i64, Path)), request_body = LetterPreviewInputBody, responses(
    (status = 200, content_type = "application/pdf", body = Vec<u8>),
    (status = 400, body = ProblemBody, description = "a placeholder does not exist; `errors` names the field"),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
    (status = 429, body = ProblemBody, description = "too many documents at once; the header Retry-After says how long to wait"),
))]
#[post("/data_requests/approval_procedures/{id}/letter/preview")]
async fn preview_letter(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: Body<LetterPreviewInputBody>,
) -> Result<HttpResponse, Problem> {
    let id = ProcedureId(id.into_inner());
    let form = TemplateForm::from(body.0);
    let bytes = api
        .run_heavy(&caller.clone(), move |ports| {
            preview::execute(ports, &caller, id, &form)
        })
        .await?;
    let file_name = "Approval letter.pdf".to_owned();
    Ok(attachment(PDF, Export { file_name, bytes }))
}

/// Returns the text of the letter of a sample request with this template.
///
/// Nothing is stored.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(("id" = i64, Path)), request_body = LetterPreviewInputBody, responses(
    (status = 200, body = Envelope<LetterPreviewBody>),
    (status = 400, body = ProblemBody, description = "a placeholder does not exist; `errors` names the field"),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
))]
#[post("/data_requests/approval_procedures/{id}/letter/preview/text")]
async fn preview_letter_text(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: Body<LetterPreviewInputBody>,
) -> Result<HttpResponse, Problem> {
    let id = ProcedureId(id.into_inner());
    let form = TemplateForm::from(body.0);
    let text = api
        .run(move |ports| preview::text(ports, &caller, id, &form))
        .await?;
    Ok(Envelope::read(LetterPreviewBody::from(text)))
}

impl From<LetterTemplateInputBody> for TemplateForm {
    fn from(body: LetterTemplateInputBody) -> Self {
        Self {
            heading: body.heading.unwrap_or_default(),
            body: body.body.unwrap_or_default(),
        }
    }
}

impl From<LetterPreviewInputBody> for TemplateForm {
    fn from(body: LetterPreviewInputBody) -> Self {
        Self {
            heading: body.heading.unwrap_or_default(),
            body: body.body.unwrap_or_default(),
        }
    }
}

impl From<LetterText> for LetterPreviewBody {
    fn from(text: LetterText) -> Self {
        Self {
            heading: text.heading,
            body: text.body,
        }
    }
}

impl From<&Placeholder> for PlaceholderBody {
    fn from(placeholder: &Placeholder) -> Self {
        Self {
            placeholder: placeholder.to_string(),
            description: placeholder.description().to_owned(),
        }
    }
}

impl From<ShownTemplate> for LetterTemplateBody {
    fn from(shown: ShownTemplate) -> Self {
        Self {
            heading: shown.template.heading().to_owned(),
            body: shown.template.body().to_owned(),
            is_standard: shown.is_standard,
            placeholders: shown.placeholders.iter().map(Into::into).collect(),
            row_version: shown.letter_version.0,
        }
    }
}

//! The template of the approval letter of a procedure (design G3).

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

/// A template as it is typed.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LetterTemplateInputBody {
    /// With placeholders, as the body.
    pub heading: Option<String>,
    /// Paragraphs stand apart by an empty line. A placeholder that does not exist is refused.
    pub body: Option<String>,
    /// The version that was read, which a change names; somebody else has saved a newer one: 409. Without it nobody asks.
    #[validate(range(min = 1, message = "A version is a number from 1 on."))]
    pub row_version: Option<i64>,
}

/// A template that is looked at before it is saved.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LetterPreviewInputBody {
    pub heading: Option<String>,
    pub body: Option<String>,
}

/// The template of a procedure.
#[derive(Serialize, ToSchema)]
pub(crate) struct LetterTemplateBody {
    pub heading: String,
    pub body: String,
    /// Whether it is the one that ships with the product, because no other was saved.
    pub is_standard: bool,
    /// What can be put into heading and body.
    pub placeholders: Vec<PlaceholderBody>,
    /// The version of this state, which a change names.
    pub row_version: i64,
}

/// Something that a letter says of its request.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlaceholderBody {
    /// As it is written in a template.
    #[schema(example = "{{request_title}}")]
    pub placeholder: String,
    pub description: String,
}

/// What the letter of an invented request says.
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

    /// The template of the approval letter of a procedure, and the placeholders that there are.
    one letter_template at "/data_requests/approval_procedures/{id}/letter" -> LetterTemplateBody;

    /// Saves the template. Letters that were made stay as they are; requests that are approved from now on get theirs from this one.
    change change_letter_template at "/data_requests/approval_procedures/{id}/letter": LetterTemplateInputBody
        -> Done "Successfully updated the approval template",
        409 "somebody else has changed it since it was read";

    /// Sets the template back to the one that ships with the product.
    remove reset_letter_template at "/data_requests/approval_procedures/{id}/letter";
}

/// The letter of an invented request by this template, as a PDF. Nothing is stored.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(("id" = i64, Path)), request_body = LetterPreviewInputBody, responses(
    (status = 200, content_type = "application/pdf", body = Vec<u8>),
    (status = 400, body = ProblemBody, description = "a placeholder does not exist; `errors` names the field"),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
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

/// What the letter of an invented request says by this template. Nothing is stored.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(("id" = i64, Path)), request_body = LetterPreviewInputBody, responses(
    (status = 200, body = Envelope<LetterPreviewBody>),
    (status = 400, body = ProblemBody, description = "a placeholder does not exist; `errors` names the field"),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
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

//! The approval letter of a request (decisions G3).

use actix_web::{HttpResponse, get, web};
use aditus_application::requests::letters::{Letter, export_pdf, read};
use aditus_domain::ids::RequestId;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::answer::Envelope;
use crate::api::Api;
use crate::attachment::{PDF, attachment};
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::{Reader, SignedIn};

/// The letter of an approved request.
#[derive(Serialize, ToSchema)]
pub(crate) struct LetterBody {
    #[schema(example = "AL-000001")]
    pub letter_number: String,
    /// The time at which the request was approved.
    pub made_on: DateTime<Utc>,
    pub heading: String,
    pub body: String,
}

/// Returns the text of the approval letter of a request.
///
/// It exists as soon as the request is approved.
#[utoipa::path(tag = "requests", security(("token" = [])), params(("request_id" = i64, Path)), responses(
    (status = 200, body = Envelope<LetterBody>),
    (status = 404, body = ProblemBody, description = "there is no such request, it is not the caller's to know of, or it is not approved"),
))]
#[get("/data_requests/{request_id}/letter")]
pub(crate) async fn approval_letter(
    api: web::Data<Api>,
    reader: Reader,
    request_id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let request = RequestId(request_id.into_inner());
    let letter = api
        .read(reader, move |ports, caller| read::execute(ports, caller, request))
        .await?;
    Ok(Envelope::read(LetterBody::from(letter)))
}

/// Returns the approval letter of a request as a PDF, named by its number.
#[utoipa::path(tag = "requests", security(("token" = [])), params(("request_id" = i64, Path)), responses(
    (status = 200, content_type = "application/pdf", body = Vec<u8>),
    (status = 404, body = ProblemBody, description = "there is no such request, it is not the caller's to know of, or it is not approved"),
    (status = 429, body = ProblemBody, description = "too many documents at once or in a while; the header Retry-After says how long to wait"),
))]
#[get("/data_requests/{request_id}/letter/download")]
pub(crate) async fn download_letter(
    api: web::Data<Api>,
    caller: SignedIn,
    request_id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let request = RequestId(request_id.into_inner());
    let answer = api
        .run_heavy(&caller.clone(), move |ports| {
            export_pdf::execute(ports, &caller, request)
        })
        .await?;
    Ok(attachment(PDF, answer))
}

impl From<Letter> for LetterBody {
    fn from(letter: Letter) -> Self {
        Self {
            letter_number: letter.number.to_string(),
            made_on: letter.made_on,
            heading: letter.text.heading,
            body: letter.text.body,
        }
    }
}

//! Extends the term of a request (decisions N3).

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, post, web};
use aditus_application::deadlines::extend_term;
use aditus_domain::deadlines::RawExtension;
use aditus_domain::ids::RequestId;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::answer::Envelope;
use crate::api::Api;
use crate::body::Body;
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::signed_in::SignedIn;

/// The form of an extension.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExtensionInputBody {
    /// The number of weeks or months, in the unit of the term, and at most its length.
    #[schema(example = 1)]
    pub count: Option<i64>,
    /// The reason, which the requester sees.
    #[validate(length(max = 4_000, message = "The reason is too long."))]
    pub reason: Option<String>,
}

/// The day on which the decision is now expected.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExtendedBody {
    /// The last day of the term; null while the term is paused.
    pub on: Option<NaiveDate>,
}

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes.service(extend_term_of_request);
}

/// Extends the term of a pending request once, by at most its own length, and notifies the requester.
#[utoipa::path(tag = "review", security(("token" = [])), params(("request_id" = i64, Path)),
    request_body = ExtensionInputBody, responses(
    (status = 200, body = Envelope<ExtendedBody>),
    (status = 400, body = ProblemBody, description = "the length or the reason breaks a rule"),
    (status = 403, body = ProblemBody, description = "the caller has no decision on the request"),
    (status = 404, body = ProblemBody, description = "there is no such request, or it is not the caller's to see"),
    (status = 409, body = ProblemBody, description = "there is no running term, it was extended before, or it is \
        over; or the request was changed at the same moment"),
))]
#[post("/data_requests/{request_id}/extension")]
async fn extend_term_of_request(
    api: web::Data<Api>,
    caller: SignedIn,
    request_id: web::Path<i64>,
    body: Body<ExtensionInputBody>,
) -> Result<HttpResponse, Problem> {
    let command = extend_term::Command {
        request: RequestId(request_id.into_inner()),
        form: RawExtension {
            count: body.0.count,
            reason: body.0.reason.unwrap_or_default(),
        },
    };
    let answer = api
        .run(move |ports| extend_term::execute(ports, &caller, &command))
        .await?;
    let extended = ExtendedBody {
        on: answer.expected_on,
    };
    Ok(Envelope::with(StatusCode::OK, answer.message, extended))
}

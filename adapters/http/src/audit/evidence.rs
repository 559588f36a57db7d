//! Downloads of evidence (decisions P4).

use actix_web::{HttpResponse, get, web};
use aditus_application::audit::evidence;
use aditus_domain::ids::{AuditEntryId, RequestId, StateId};

use crate::api::Api;
use crate::attachment::attachment;
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::signed_in::SignedIn;

const JSON: &str = "application/json";

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes.service(evidence_of_entry).service(evidence_of_decision);
}

/// Returns evidence that proves an audit entry without access to this server.
///
/// Available to Super Users, and to readers of a Data Request for entries about it. `aditus audit
/// check` verifies the file.
#[utoipa::path(tag = "administration", security(("token" = [])), params(("entry_id" = i64, Path)), responses(
    (status = 200, content_type = "application/json", body = serde_json::Value),
    (status = 404, body = ProblemBody, description = "there is no such entry, or it is not the caller's to read"),
    (status = 409, body = ProblemBody, description = "the entry is not in the log yet"),
    (status = 429, body = ProblemBody, description = "too many documents at once or in a while; the header Retry-After says how long to wait"),
))]
#[get("/audit/entries/{entry_id}/evidence")]
async fn evidence_of_entry(
    api: web::Data<Api>,
    caller: SignedIn,
    entry_id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let entry = AuditEntryId(entry_id.into_inner());
    let answer = api
        .run_heavy(&caller.clone(), move |ports| {
            evidence::entry_evidence(ports, &caller, entry)
        })
        .await?;
    Ok(attachment(JSON, answer))
}

/// Returns evidence that proves the decision on a stage of a Data Request without access to this
/// server.
///
/// Available to readers of the request.
#[utoipa::path(tag = "review", security(("token" = [])), params(("request_id" = i64, Path), ("state_id" = i64, Path)), responses(
    (status = 200, content_type = "application/json", body = serde_json::Value),
    (status = 404, body = ProblemBody, description = "there is no such request, it is not the caller's to see, or there is no decision at the stage"),
    (status = 409, body = ProblemBody, description = "the decision is not in the log yet"),
    (status = 429, body = ProblemBody, description = "too many documents at once or in a while; the header Retry-After says how long to wait"),
))]
#[get("/data_requests/{request_id}/states/{state_id}/evidence")]
async fn evidence_of_decision(
    api: web::Data<Api>,
    caller: SignedIn,
    path: web::Path<(i64, i64)>,
) -> Result<HttpResponse, Problem> {
    let (request, state) = path.into_inner();
    let answer = api
        .run_heavy(&caller.clone(), move |ports| {
            evidence::state_evidence(ports, &caller, RequestId(request), StateId(state))
        })
        .await?;
    Ok(attachment(JSON, answer))
}

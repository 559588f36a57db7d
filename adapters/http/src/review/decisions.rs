//! Codes and passkeys of decisions, decisions, recalls and resubmissions (2 §4, §7; decisions C6–C11,
//! O7).

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, post, put, web};
use aditus_application::review::{begin_passkey, decide, recall, resubmit, send_code, verify_code};
use aditus_domain::ids::{AssignedRoleId, OrganisationRoleId, RequestId, StateId};

use super::body::{
    CodeBody, CodeSentBody, CodeValidBody, DecidedBody, DecisionBody, DecisionPasskeyBody, RecallBody,
    ResubmitBody, ResubmittedBody, VerifyCodeBody,
};
use crate::answer::{Done, Envelope};
use crate::api::Api;
use crate::body::Body;
use crate::passkey::{Credential, PasskeyOptionsBody};
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::SignedIn;

/// Sends the code of a decision to the caller by email.
///
/// A new code invalidates the previous one for the same decision.
#[utoipa::path(tag = "review", security(("token" = [])), params(("state_id" = i64, Path)), request_body = CodeBody, responses(
    (status = 200, body = Envelope<CodeSentBody>),
    (status = 403, body = ProblemBody, description = "not the caller's stage"),
    (status = 409, body = ProblemBody, description = "not this stage's turn, or an action-required comment is open, or only a passkey confirms decisions"),
    (status = 429, body = ProblemBody, description = "asked again too soon; the header Retry-After says how long to wait"),
    (status = 503, body = ProblemBody, description = "code 606: no mail can be sent right now"),
))]
#[post("/data_requests/request_state/{state_id}/otp")]
pub(crate) async fn send_decision_code(
    api: web::Data<Api>,
    caller: SignedIn,
    state_id: web::Path<i64>,
    body: Body<CodeBody>,
) -> Result<HttpResponse, Problem> {
    let command = send_code::Command {
        state: StateId(state_id.into_inner()),
        approve: body.0.status,
        unless_sent: body.0.unless_sent,
    };
    let answer = api
        .run(move |ports| send_code::execute(ports, &caller, command))
        .await?;
    let sent = CodeSentBody {
        issued_at: answer.sent.issued_at,
        expires_at: answer.sent.expires_at,
        resend_at: answer.sent.resend_at,
        before: answer.before,
    };
    Ok(Envelope::with(StatusCode::OK, answer.message, sent))
}

/// Checks the code of a decision without using it up.
///
/// A wrong code counts as an attempt.
#[utoipa::path(tag = "review", security(("token" = [])), params(("state_id" = i64, Path)), request_body = VerifyCodeBody, responses(
    (status = 200, body = Envelope<CodeValidBody>),
    (status = 400, body = ProblemBody, description = "code 605 when the code is wrong, void or unknown"),
    (status = 409, body = ProblemBody),
))]
#[post("/data_requests/request_state/{state_id}/otp/verify")]
pub(crate) async fn verify_decision_code(
    api: web::Data<Api>,
    caller: SignedIn,
    state_id: web::Path<i64>,
    body: Body<VerifyCodeBody>,
) -> Result<HttpResponse, Problem> {
    let command = verify_code::Command {
        state: StateId(state_id.into_inner()),
        approve: body.0.status,
        otp: body.0.otp.unwrap_or_default(),
    };
    let answer = api
        .run(move |ports| verify_code::execute(ports, &caller, &command))
        .await?;
    Ok(Envelope::with(
        StatusCode::OK,
        answer.message,
        CodeValidBody {
            expires_at: answer.expires_at,
        },
    ))
}

/// Asks for a passkey of the caller, which confirms this decision and no other.
///
/// The challenge is bound to person, stage, outcome, round and content of the request.
#[utoipa::path(tag = "review", security(("token" = [])), params(("state_id" = i64, Path)), request_body = DecisionPasskeyBody, responses(
    (status = 200, body = Envelope<PasskeyOptionsBody>),
    (status = 403, body = ProblemBody, description = "not the caller's stage"),
    (status = 409, body = ProblemBody, description = "not this stage's turn, or an action-required comment is open, or the caller has no passkey, or passkeys confirm no decisions here"),
))]
#[post("/data_requests/request_state/{state_id}/passkey/options")]
pub(crate) async fn begin_decision_passkey(
    api: web::Data<Api>,
    caller: SignedIn,
    state_id: web::Path<i64>,
    body: Body<DecisionPasskeyBody>,
) -> Result<HttpResponse, Problem> {
    let command = begin_passkey::Command {
        state: StateId(state_id.into_inner()),
        approve: body.0.status,
    };
    let options = api
        .run(move |ports| begin_passkey::execute(ports, &caller, command))
        .await?;
    PasskeyOptionsBody::answer(options)
}

/// Approves or denies a request at a stage.
#[utoipa::path(tag = "review", security(("token" = [])), params(("state_id" = i64, Path)), request_body = DecisionBody, responses(
    (status = 200, body = Envelope<DecidedBody>),
    (status = 400, body = ProblemBody, description = "a field is missing, or code 605 when the code is wrong, void or unknown, or the passkey is not valid"),
    (status = 401, body = ProblemBody, description = "not signed in, or the passkey may have been copied"),
    (status = 403, body = ProblemBody, description = "not the caller's stage, or the caller's own request"),
    (status = 409, body = ProblemBody, description = "decided already, not its turn, blocked, or the request has changed, or the challenge of the passkey has expired or was used, or decisions are not confirmed in this way"),
))]
#[put("/data_requests/request_state/{state_id}")]
pub(crate) async fn decide_at_stage(
    api: web::Data<Api>,
    caller: SignedIn,
    state_id: web::Path<i64>,
    body: Body<DecisionBody>,
) -> Result<HttpResponse, Problem> {
    let state_id = state_id.into_inner();
    let body = body.0;
    if body.state_id.is_some_and(|named| named != state_id) {
        return Err(Problem::field(
            "state_id",
            "The stage in the body is not the one in the address.",
        ));
    }
    let command = decide::Command {
        state: StateId(state_id),
        request: RequestId(body.request),
        assigned_role: AssignedRoleId(body.assigned_role),
        org_role: OrganisationRoleId(body.org_role),
        approve: body.status,
        reason: body.reason,
        recommendation: body.recommendation,
        otp: body.otp.unwrap_or_default(),
        passkey: body.passkey.map(Credential::into_text),
    };
    let answer = api
        .run(move |ports| decide::execute(ports, &caller, &command))
        .await?;
    let decided = DecidedBody {
        status: answer.status.name().to_owned(),
        approved: answer.approved.map(str::to_owned),
    };
    Ok(Envelope::with(StatusCode::OK, answer.message, decided))
}

/// Recalls a pending request.
#[utoipa::path(tag = "review", security(("token" = [])), request_body = RecallBody, responses(
    (status = 200, body = Done),
    (status = 403, body = ProblemBody, description = "neither the requester nor a Super User"),
    (status = 404, body = ProblemBody),
    (status = 409, body = ProblemBody, description = "the request is not pending any more"),
))]
#[put("/data_requests/cancel_request")]
pub(crate) async fn recall_request(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<RecallBody>,
) -> Result<HttpResponse, Problem> {
    let command = recall::Command {
        request: RequestId(body.0.request_id),
    };
    let answer = api
        .run(move |ports| recall::execute(ports, &caller, command))
        .await?;
    Ok(Done::ok(answer.message))
}

/// Resubmits a denied or recalled request and starts the next round.
#[utoipa::path(tag = "review", security(("token" = [])), params(("request_id" = i64, Path)), request_body = ResubmitBody, responses(
    (status = 200, body = Envelope<ResubmittedBody>),
    (status = 400, body = ProblemBody, description = "a new day is missing on which the data is needed, or a field breaks a rule"),
    (status = 403, body = ProblemBody, description = "not the requester"),
    (status = 409, body = ProblemBody, description = "neither denied nor recalled, or no one could decide at one of its stages"),
))]
#[post("/data_requests/{request_id}/resubmit")]
pub(crate) async fn resubmit_request(
    api: web::Data<Api>,
    caller: SignedIn,
    request_id: web::Path<i64>,
    body: Body<ResubmitBody>,
) -> Result<HttpResponse, Problem> {
    let command = resubmit::Command {
        request: RequestId(request_id.into_inner()),
        note: body.0.note,
        needed_on: body.0.needed_on,
    };
    let answer = api
        .run(move |ports| resubmit::execute(ports, &caller, &command))
        .await?;
    let resubmitted = ResubmittedBody {
        round: answer.round,
        status: answer.status.name().to_owned(),
    };
    Ok(Envelope::with(StatusCode::OK, answer.message, resubmitted))
}

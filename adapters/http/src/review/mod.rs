//! Review calls: codes, decisions, recalls, tracking, comments (2 §7).

mod body;
mod comments;
mod comments_body;
mod decisions;

use actix_web::{HttpResponse, get, web};
use aditus_application::review::tracking;
use aditus_domain::ids::RequestId;

use crate::answer::Envelope;
use crate::api::Api;
use crate::body::Query;
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::signed_in::Reader;
pub(crate) use body::StateBody;
use body::{EdgeBody, HistoryBody, OfRequestQuery};

/// Registers calls with a fixed path before calls with a path parameter.
pub(crate) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(request_states)
        .service(request_edges)
        .service(request_log)
        .service(decisions::verify_decision_code)
        .service(decisions::send_decision_code)
        .service(decisions::begin_decision_passkey)
        .service(decisions::decide_at_stage)
        .service(decisions::recall_request)
        .service(decisions::resubmit_request)
        .service(comments::all_sections)
        .service(comments::add_state_comment)
        .service(comments::comments_of_section)
        .service(comments::list_state_comments)
        .service(comments::update_state_comment)
        .service(comments::add_comment_reply)
        .service(comments::list_comment_replies);
}

/// Returns the stages of a request.
#[utoipa::path(tag = "review", security(("token" = [])), params(OfRequestQuery), responses(
    (status = 200, body = Envelope<Vec<StateBody>>),
    (status = 404, body = ProblemBody, description = "there is no such request, or it is not the caller's to see"),
))]
#[get("/data_requests/request_states")]
async fn request_states(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<OfRequestQuery>,
) -> Result<HttpResponse, Problem> {
    let request = RequestId(query.0.request_id);
    let states = api
        .read(reader, move |ports, caller| {
            tracking::states(ports, caller, request)
        })
        .await?;
    Ok(Envelope::read(StateBody::all(states)))
}

/// Returns the edges of a request's graph.
#[utoipa::path(tag = "review", security(("token" = [])), params(OfRequestQuery), responses(
    (status = 200, body = Envelope<Vec<EdgeBody>>),
    (status = 404, body = ProblemBody, description = "there is no such request, or it is not the caller's to see"),
))]
#[get("/data_requests/request_edges")]
async fn request_edges(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<OfRequestQuery>,
) -> Result<HttpResponse, Problem> {
    let request = RequestId(query.0.request_id);
    let edges = api
        .read(reader, move |ports, caller| {
            tracking::edges(ports, caller, request)
        })
        .await?;
    Ok(Envelope::read(
        edges.into_iter().map(EdgeBody::from).collect::<Vec<_>>(),
    ))
}

/// Returns the history of a request in all rounds, oldest first.
#[utoipa::path(tag = "review", security(("token" = [])), params(OfRequestQuery), responses(
    (status = 200, body = Envelope<Vec<HistoryBody>>),
    (status = 404, body = ProblemBody, description = "there is no such request, or it is not the caller's to see"),
))]
#[get("/data_requests/request_history")]
async fn request_log(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<OfRequestQuery>,
) -> Result<HttpResponse, Problem> {
    let request = RequestId(query.0.request_id);
    let history = api
        .read(reader, move |ports, caller| {
            tracking::history(ports, caller, request)
        })
        .await?;
    Ok(Envelope::read(
        history.into_iter().map(HistoryBody::from).collect::<Vec<_>>(),
    ))
}

//! The caller's sessions (decisions A2).

use actix_web::{HttpResponse, delete, get, web};
use aditus_application::accounts::{end_session, list_sessions};
use aditus_domain::ids::SessionId;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::answer::{Listing, deleted};
use crate::api::Api;
use crate::body::Query;
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::short_list::{ShortQuery, fields};
use crate::signed_in::SignedIn;

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(own_sessions)
        .service(end_other_sessions)
        .service(end_one_session);
}

fields!(SessionField: "device", "created_on", "last_used_on");

type SessionsQuery = ShortQuery<SessionField>;

/// An active session.
#[derive(Serialize, ToSchema)]
pub(crate) struct SessionBody {
    pub session_id: i64,
    /// The browser and the operating system.
    #[schema(example = "Firefox on Linux")]
    pub device: String,
    pub created_on: DateTime<Utc>,
    /// Precise to the minute.
    pub last_used_on: DateTime<Utc>,
    /// True for the session that makes this call.
    pub current: bool,
}

impl From<list_sessions::OwnSession> for SessionBody {
    fn from(session: list_sessions::OwnSession) -> Self {
        Self {
            session_id: session.session_id.0,
            device: session.device,
            created_on: session.created_on,
            last_used_on: session.last_used_on,
            current: session.current,
        }
    }
}

/// Lists the caller's active sessions, the most recently used first.
#[utoipa::path(tag = "accounts", security(("token" = [])), params(SessionsQuery), responses(
    (status = 200, body = Listing<SessionBody>),
))]
#[get("/users/sessions")]
async fn own_sessions(
    api: web::Data<Api>,
    caller: SignedIn,
    query: Query<SessionsQuery>,
) -> Result<HttpResponse, Problem> {
    // Authentication has already updated `last_used_on` of this session, so the list shows this
    // call.
    let sessions = api.run(move |ports| list_sessions::every(ports, &caller)).await?;
    query
        .0
        .answer(sessions.into_iter().map(SessionBody::from).collect::<Vec<_>>())
}

/// Ends all sessions of the caller except the current one.
#[utoipa::path(tag = "accounts", security(("token" = [])), responses(
    (status = 204),
    (status = 403, body = ProblemBody, description = "with code 607: confirm the password first"),
))]
#[delete("/users/sessions")]
async fn end_other_sessions(api: web::Data<Api>, caller: SignedIn) -> Result<HttpResponse, Problem> {
    api.run(move |ports| end_session::execute(ports, &caller, end_session::Command::Others))
        .await?;
    Ok(deleted())
}

/// Ends one of the caller's sessions.
#[utoipa::path(tag = "accounts", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 204),
    (status = 403, body = ProblemBody, description = "with code 607: confirm the password first"),
))]
#[delete("/users/sessions/{id}")]
async fn end_one_session(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let command = end_session::Command::One(SessionId(id.into_inner()));
    api.run(move |ports| end_session::execute(ports, &caller, command))
        .await?;
    Ok(deleted())
}

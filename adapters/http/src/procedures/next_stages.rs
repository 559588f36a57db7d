//! Next-stage links (3 §2.7, §7; decisions C1).

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, post, put, web};
use aditus_application::paging::Page;
use aditus_application::procedures::next_stages::{detail, list, remove, save};
use aditus_application::procedures::views::NextStageSort;
use aditus_application::row_versions::RowVersion;
use aditus_domain::ids::{NextStageId, ProcedureId};

use super::body::{NextStageBody, NextStageIdBody, NextStageInputBody, OfProcedureQuery};
use crate::answer::{Done, Envelope, Listing, deleted};
use crate::api::Api;
use crate::body::{Body, Query};
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::SignedIn;
use crate::sort::{Columns, sorted_by};

type NextStagesQuery = OfProcedureQuery<NextStageSort>;

impl Columns for NextStageSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("stage_order", Self::Order),
        ("current_stage_activity", Self::Current),
        ("next_stage_activity", Self::Next),
        ("procedure", Self::Procedure),
    ];
}

/// The links of all procedures, or of one.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(NextStagesQuery), responses(
    (status = 200, body = Listing<NextStageBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
))]
#[get("/data_requests/next_stage/list")]
pub(crate) async fn next_stages(
    api: web::Data<Api>,
    caller: SignedIn,
    query: Query<NextStagesQuery>,
) -> Result<HttpResponse, Problem> {
    let query = query.0;
    let (sort, direction) = sorted_by(query.sort)?;
    let wanted = list::Query {
        procedure: query.approval_procedure.map(ProcedureId),
        search: query.search,
        sort,
        direction,
        page: Page::new(query.page.unwrap_or(1), query.page_size.unwrap_or(Page::MAX_SIZE)),
    };
    let rows = api
        .run(move |ports| list::execute(ports, &caller, &wanted))
        .await?;
    Ok(Listing::of(rows, NextStageBody::from))
}

/// Links two stages of one procedure. One that is active has to stay without fault by it.
#[utoipa::path(tag = "procedures", security(("token" = [])), request_body = NextStageInputBody, responses(
    (status = 201, body = Envelope<NextStageIdBody>),
    (status = 400, body = ProblemBody),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 409, body = ProblemBody, description = "the active procedure would have faults, which `errors` lists"),
))]
#[post("/data_requests/next_stage")]
pub(crate) async fn add_next_stage(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<NextStageInputBody>,
) -> Result<HttpResponse, Problem> {
    let id = saved(&api, caller, None, &body.0).await?;
    Ok(Envelope::with(
        StatusCode::CREATED,
        "Successfully created a next stage",
        NextStageIdBody { next_stage_id: id.0 },
    ))
}

/// One link.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 200, body = Envelope<NextStageBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
))]
#[get("/data_requests/next_stage/{id}")]
pub(crate) async fn next_stage(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let id = NextStageId(id.into_inner());
    let found = api.run(move |ports| detail::execute(ports, &caller, id)).await?;
    Ok(Envelope::read(NextStageBody::from(found)))
}

/// Changes a link within its procedure.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(("id" = i64, Path)),
    request_body = NextStageInputBody, responses(
    (status = 200, body = Done),
    (status = 400, body = ProblemBody),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
    (status = 409, body = ProblemBody, description = "the active procedure would have faults, which `errors` lists"),
))]
#[put("/data_requests/next_stage/{id}")]
pub(crate) async fn change_next_stage(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: Body<NextStageInputBody>,
) -> Result<HttpResponse, Problem> {
    saved(&api, caller, Some(NextStageId(id.into_inner())), &body.0).await?;
    Ok(Done::ok("Successfully updated the next stage"))
}

/// Deletes a link. A procedure that is active has to stay without fault by it.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 204),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
    (status = 409, body = ProblemBody, description = "the active procedure would have faults, which `errors` lists"),
))]
#[delete("/data_requests/next_stage/{id}")]
pub(crate) async fn delete_next_stage(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let id = NextStageId(id.into_inner());
    api.run(move |ports| remove::execute(ports, &caller, id)).await?;
    Ok(deleted())
}

async fn saved(
    api: &Api,
    caller: SignedIn,
    id: Option<NextStageId>,
    body: &NextStageInputBody,
) -> Result<NextStageId, Problem> {
    let command = save::Command {
        id,
        seen: body.row_version.map(RowVersion),
        current_stage: body.current_stage,
        next: body.next,
    };
    api.run(move |ports| save::execute(ports, &caller, command)).await
}

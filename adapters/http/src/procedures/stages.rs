//! Stages (3 §2.7, §7; decisions C1).

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, post, put, web};
use aditus_application::paging::Page;
use aditus_application::procedures::stages::{detail, list, remove, save};
use aditus_application::procedures::views::StageSort;
use aditus_application::row_versions::RowVersion;
use aditus_domain::ids::{ProcedureId, StageId};

use super::body::{OfProcedureQuery, StageBody, StageIdBody, StageInputBody};
use crate::answer::{Done, Envelope, Listing, deleted};
use crate::api::Api;
use crate::body::{Body, Query};
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::SignedIn;
use crate::sort::{Columns, sorted_by};

type StagesQuery = OfProcedureQuery<StageSort>;

impl Columns for StageSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("stage_order", Self::Order),
        ("stage_activity", Self::Activity),
        ("role", Self::Role),
        ("stage_type", Self::StageType),
        ("branch_level", Self::BranchLevel),
    ];
}

/// The stages of all procedures, or of one.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(StagesQuery), responses(
    (status = 200, body = Listing<StageBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
))]
#[get("/data_requests/stage")]
pub(crate) async fn stages(
    api: web::Data<Api>,
    caller: SignedIn,
    query: Query<StagesQuery>,
) -> Result<HttpResponse, Problem> {
    listed(&api, caller, query.0).await
}

/// The same as `data_requests/stage`.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(StagesQuery), responses(
    (status = 200, body = Listing<StageBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
))]
#[get("/data_requests/stage/create")]
pub(crate) async fn stages_to_choose_from(
    api: web::Data<Api>,
    caller: SignedIn,
    query: Query<StagesQuery>,
) -> Result<HttpResponse, Problem> {
    listed(&api, caller, query.0).await
}

async fn listed(api: &Api, caller: SignedIn, query: StagesQuery) -> Result<HttpResponse, Problem> {
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
    Ok(Listing::of(rows, StageBody::from))
}

/// Adds a stage to a procedure. One that is active has to stay without fault by it.
#[utoipa::path(tag = "procedures", security(("token" = [])), request_body = StageInputBody, responses(
    (status = 201, body = Envelope<StageIdBody>),
    (status = 400, body = ProblemBody),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 409, body = ProblemBody, description = "the active procedure would have faults, which `errors` lists"),
))]
#[post("/data_requests/stage/create")]
pub(crate) async fn add_stage(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<StageInputBody>,
) -> Result<HttpResponse, Problem> {
    let id = saved(&api, caller, None, body.0).await?;
    Ok(Envelope::with(
        StatusCode::CREATED,
        "Successfully created a stage",
        StageIdBody { stage_id: id.0 },
    ))
}

/// One stage.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 200, body = Envelope<StageBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
))]
#[get("/data_requests/stage/{id}")]
pub(crate) async fn stage(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let id = StageId(id.into_inner());
    let found = api.run(move |ports| detail::execute(ports, &caller, id)).await?;
    Ok(Envelope::read(StageBody::from(found)))
}

/// Changes a stage. Requests that were submitted before keep theirs.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(("id" = i64, Path)), request_body = StageInputBody,
    responses(
    (status = 200, body = Done),
    (status = 400, body = ProblemBody),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
    (status = 409, body = ProblemBody, description = "the active procedure would have faults, which `errors` lists; or \
        the stage is linked and cannot move to another procedure"),
))]
#[put("/data_requests/stage/{id}")]
pub(crate) async fn change_stage(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: Body<StageInputBody>,
) -> Result<HttpResponse, Problem> {
    saved(&api, caller, Some(StageId(id.into_inner())), body.0).await?;
    Ok(Done::ok("Successfully updated the stage"))
}

/// Deletes a stage that no link names.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 204),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
    (status = 409, body = ProblemBody, description = "it is linked; the message names the links"),
))]
#[delete("/data_requests/stage/{id}")]
pub(crate) async fn delete_stage(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let id = StageId(id.into_inner());
    api.run(move |ports| remove::execute(ports, &caller, id)).await?;
    Ok(deleted())
}

async fn saved(
    api: &Api,
    caller: SignedIn,
    id: Option<StageId>,
    body: StageInputBody,
) -> Result<StageId, Problem> {
    let command = save::Command {
        id,
        seen: body.row_version.map(RowVersion),
        form: body.into(),
    };
    api.run(move |ports| save::execute(ports, &caller, &command))
        .await
}

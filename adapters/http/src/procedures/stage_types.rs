//! Stage types (3 §2.7, §7).

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, post, put, web};
use aditus_application::paging::Page;
use aditus_application::procedures::stage_types::{detail, list, remove, save};
use aditus_application::procedures::views::StageTypeSort;
use aditus_application::row_versions::RowVersion;
use aditus_domain::ids::StageTypeId;

use super::body::{RecordsQuery, StageTypeBody, StageTypeIdBody, StageTypeInputBody};
use crate::answer::{Done, Envelope, Listing, deleted};
use crate::api::Api;
use crate::body::{Body, Query};
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::SignedIn;
use crate::sort::{Columns, sorted_by};

type StageTypesQuery = RecordsQuery<StageTypeSort>;

impl Columns for StageTypeSort {
    const COLUMNS: &'static [(&'static str, Self)] =
        &[("stage_type", Self::Name), ("stage_type_id", Self::Added)];
}

/// The types of stages: three that are built in, and those that Super Users added.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(StageTypesQuery), responses(
    (status = 200, body = Listing<StageTypeBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
))]
#[get("/data_requests/stage_type")]
pub(crate) async fn stage_types(
    api: web::Data<Api>,
    caller: SignedIn,
    query: Query<StageTypesQuery>,
) -> Result<HttpResponse, Problem> {
    let query = query.0;
    let (sort, direction) = sorted_by(query.sort)?;
    let wanted = list::Query {
        search: query.search,
        sort,
        direction,
        page: Page::new(query.page.unwrap_or(1), query.page_size.unwrap_or(Page::MAX_SIZE)),
    };
    let rows = api
        .run(move |ports| list::execute(ports, &caller, wanted))
        .await?;
    Ok(Listing::of(rows, StageTypeBody::from))
}

/// Adds a stage type, which behaves as Junction.
#[utoipa::path(tag = "procedures", security(("token" = [])), request_body = StageTypeInputBody, responses(
    (status = 201, body = Envelope<StageTypeIdBody>),
    (status = 400, body = ProblemBody),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 409, body = ProblemBody, description = "there is another one with this name"),
))]
#[post("/data_requests/stage_type")]
pub(crate) async fn add_stage_type(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<StageTypeInputBody>,
) -> Result<HttpResponse, Problem> {
    let id = saved(&api, caller, None, body.0).await?;
    Ok(Envelope::with(
        StatusCode::CREATED,
        "Successfully created a stage type",
        StageTypeIdBody { stage_type_id: id.0 },
    ))
}

/// One stage type.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 200, body = Envelope<StageTypeBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
))]
#[get("/data_requests/stage_type/{id}")]
pub(crate) async fn stage_type(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let id = StageTypeId(id.into_inner());
    let found = api.run(move |ports| detail::execute(ports, &caller, id)).await?;
    Ok(Envelope::read(StageTypeBody::from(found)))
}

/// Renames a stage type that a Super User added.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(("id" = i64, Path)),
    request_body = StageTypeInputBody, responses(
    (status = 200, body = Done),
    (status = 400, body = ProblemBody),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
    (status = 409, body = ProblemBody, description = "it is built in, or there is another one with this name"),
))]
#[put("/data_requests/stage_type/{id}")]
pub(crate) async fn rename_stage_type(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: Body<StageTypeInputBody>,
) -> Result<HttpResponse, Problem> {
    saved(&api, caller, Some(StageTypeId(id.into_inner())), body.0).await?;
    Ok(Done::ok("Successfully updated the stage type"))
}

/// Deletes a stage type that no stage is of.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 204),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
    (status = 409, body = ProblemBody, description = "it is built in, or used; the message says by what"),
))]
#[delete("/data_requests/stage_type/{id}")]
pub(crate) async fn delete_stage_type(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let id = StageTypeId(id.into_inner());
    api.run(move |ports| remove::execute(ports, &caller, id)).await?;
    Ok(deleted())
}

async fn saved(
    api: &Api,
    caller: SignedIn,
    id: Option<StageTypeId>,
    body: StageTypeInputBody,
) -> Result<StageTypeId, Problem> {
    let command = save::Command {
        id,
        seen: body.row_version.map(RowVersion),
        stage_type: body.stage_type.unwrap_or_default(),
    };
    api.run(move |ports| save::execute(ports, &caller, &command))
        .await
}

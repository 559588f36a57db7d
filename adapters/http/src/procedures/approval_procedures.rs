//! Procedures (3 §2.7, §7; decisions C1).

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, post, put, web};
use aditus_application::paging::Page;
use aditus_application::procedures::views::ProcedureSort;
use aditus_application::procedures::{detail, list, remove, save};
use aditus_application::row_versions::RowVersion;
use aditus_domain::ids::ProcedureId;

use super::body::{ApprovalProcedureBody, ApprovalProcedureInputBody, RecordsQuery};
use crate::answer::{Envelope, Listing, deleted};
use crate::api::Api;
use crate::body::{Body, Query};
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::SignedIn;
use crate::sort::{Columns, sorted_by};

type ProceduresQuery = RecordsQuery<ProcedureSort>;

impl Columns for ProcedureSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("name", Self::Name),
        ("is_active", Self::Active),
        ("is_default", Self::Default),
    ];
}

/// The approval procedures, each with its faults and warnings.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(ProceduresQuery), responses(
    (status = 200, body = Listing<ApprovalProcedureBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
))]
#[get("/data_requests/approval_procedures")]
pub(crate) async fn approval_procedures(
    api: web::Data<Api>,
    caller: SignedIn,
    query: Query<ProceduresQuery>,
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
    Ok(Listing::of(rows, ApprovalProcedureBody::from))
}

/// Adds a procedure without stages, which is not active before it has them.
#[utoipa::path(tag = "procedures", security(("token" = [])), request_body = ApprovalProcedureInputBody, responses(
    (status = 201, body = Envelope<ApprovalProcedureBody>),
    (status = 400, body = ProblemBody),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 409, body = ProblemBody, description = "it is to be active and has faults, which `errors` lists, or \
        there is another one with this name"),
))]
#[post("/data_requests/approval_procedures")]
pub(crate) async fn add_approval_procedure(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<ApprovalProcedureInputBody>,
) -> Result<HttpResponse, Problem> {
    let saved = saved(&api, caller, None, body.0).await?;
    let message = "Successfully created an approval procedure";
    Ok(Envelope::with(StatusCode::CREATED, message, saved))
}

/// One procedure with its faults and warnings.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 200, body = Envelope<ApprovalProcedureBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
))]
#[get("/data_requests/approval_procedures/{id}")]
pub(crate) async fn approval_procedure(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let id = ProcedureId(id.into_inner());
    let found = api.run(move |ports| detail::execute(ports, &caller, id)).await?;
    Ok(Envelope::read(ApprovalProcedureBody::from(found)))
}

/// Changes a procedure, activates or deactivates it, or makes it the default in place of the other.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(("id" = i64, Path)),
    request_body = ApprovalProcedureInputBody, responses(
    (status = 200, body = Envelope<ApprovalProcedureBody>),
    (status = 400, body = ProblemBody),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
    (status = 409, body = ProblemBody, description = "it has faults, which `errors` lists; or it is the default and \
        has to stay so; or there is another one with this name"),
))]
#[put("/data_requests/approval_procedures/{id}")]
pub(crate) async fn change_approval_procedure(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: Body<ApprovalProcedureInputBody>,
) -> Result<HttpResponse, Problem> {
    let saved = saved(&api, caller, Some(ProcedureId(id.into_inner())), body.0).await?;
    let message = "Successfully updated the approval procedure";
    Ok(Envelope::with(StatusCode::OK, message, saved))
}

/// Deletes a procedure that has no stages.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 204),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
    (status = 409, body = ProblemBody, description = "it has stages; the message names them"),
))]
#[delete("/data_requests/approval_procedures/{id}")]
pub(crate) async fn delete_approval_procedure(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let id = ProcedureId(id.into_inner());
    api.run(move |ports| remove::execute(ports, &caller, id)).await?;
    Ok(deleted())
}

async fn saved(
    api: &Api,
    caller: SignedIn,
    id: Option<ProcedureId>,
    body: ApprovalProcedureInputBody,
) -> Result<ApprovalProcedureBody, Problem> {
    let command = save::Command {
        id,
        seen: body.row_version.map(RowVersion),
        name: body.name.unwrap_or_default(),
        description: body.description.unwrap_or_default(),
        is_active: body.is_active,
        is_default: body.is_default,
    };
    let reader = caller.0.clone();
    let id = api
        .run(move |ports| save::execute(ports, &caller, &command))
        .await?;
    let saved = api.run(move |ports| detail::execute(ports, &reader, id)).await?;
    Ok(ApprovalProcedureBody::from(saved))
}

//! Approval procedures (3 §2.7, §7; decisions C1).

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, post, put, web};
use aditus_application::procedures::approval_procedures::ProcedureRecords;
use aditus_application::procedures::views::ProcedureSort;
use aditus_application::records::find;
use aditus_domain::ids::ProcedureId;

use super::PAGE_SIZE;
use super::body::{ApprovalProcedureBody, ApprovalProcedureInputBody};
use crate::answer::Envelope;
use crate::api::Api;
use crate::body::Body;
use crate::problem::{Problem, ProblemBody};
use crate::records::{self, RecordsQuery, record_calls};
use crate::routes::Routes;
use crate::signed_in::SignedIn;
use crate::sort::Columns;

type ProceduresQuery = RecordsQuery<ProcedureSort>;

impl Columns for ProcedureSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("name", Self::Name),
        ("is_active", Self::Active),
        ("is_default", Self::Default),
    ];
}

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes
        .configure(calls::configure)
        .service(add_approval_procedure)
        .service(change_approval_procedure);
}

record_calls! {
    ProcedureRecords, ProcedureId as "id", tag "procedures";

    /// Lists the approval procedures, each with its errors and warnings.
    list approval_procedures at "/data_requests/approval_procedures": ProceduresQuery by PAGE_SIZE
        -> ApprovalProcedureBody;

    /// Returns a procedure with its errors and warnings.
    one approval_procedure at "/data_requests/approval_procedures/{id}" -> ApprovalProcedureBody;

    /// Deletes a procedure that has no stages.
    remove delete_approval_procedure at "/data_requests/approval_procedures/{id}",
        409 "it has stages; the message names them";
}

/// Adds a procedure without stages.
///
/// It cannot be active before it has stages.
#[utoipa::path(tag = "procedures", security(("token" = [])), request_body = ApprovalProcedureInputBody, responses(
    (status = 201, body = Envelope<ApprovalProcedureBody>),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
    (status = 409, body = ProblemBody, description = "it is to be active and has faults, which `errors` lists, or \
        there is another one with this name"),
))]
#[post("/data_requests/approval_procedures")]
async fn add_approval_procedure(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<ApprovalProcedureInputBody>,
) -> Result<HttpResponse, Problem> {
    let added = records::add::<ProcedureRecords>(&api, caller, body.0.into()).await?;
    Ok(Envelope::with(
        StatusCode::CREATED,
        "Successfully created an approval procedure",
        ApprovalProcedureBody::from(added),
    ))
}

/// Changes a procedure, activates or deactivates it, or makes it the default instead of the current
/// one.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(("id" = i64, Path)),
    request_body = ApprovalProcedureInputBody, responses(
    (status = 200, body = Envelope<ApprovalProcedureBody>),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User; with code 607: confirm the password first"),
    (status = 409, body = ProblemBody, description = "it has faults, which `errors` lists; or it is the default and \
        has to stay so; or there is another one with this name"),
))]
#[put("/data_requests/approval_procedures/{id}")]
async fn change_approval_procedure(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: Body<ApprovalProcedureInputBody>,
) -> Result<HttpResponse, Problem> {
    let id = ProcedureId(id.into_inner());
    let seen = body.0.row_version;
    let reader = SignedIn(caller.0.clone());
    records::change::<ProcedureRecords>(&api, caller, id, seen, body.0.into()).await?;
    // Returns the saved procedure with its errors and warnings.
    let saved = api
        .run(move |ports| find::<ProcedureRecords>(ports, &reader, id))
        .await?;
    Ok(Envelope::with(
        StatusCode::OK,
        "Successfully updated the approval procedure",
        ApprovalProcedureBody::from(saved),
    ))
}

//! Stages (3 §2.7, §7; decisions C1).

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, post, web};
use aditus_application::procedures::stages::{StageRecords, insert};
use aditus_application::procedures::views::StageSort;
use aditus_application::records::find;
use aditus_application::row_versions::RowVersion;
use aditus_domain::ids::{NextStageId, StageId};

use super::PAGE_SIZE;
use super::body::{InsertedStageInputBody, OfProcedureQuery, StageBody, StageInputBody};
use crate::answer::Envelope;
use crate::api::Api;
use crate::body::Body;
use crate::problem::{Problem, ProblemBody};
use crate::records::record_calls;
use crate::routes::Routes;
use crate::signed_in::SignedIn;
use crate::sort::Columns;

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes.configure(calls::configure).service(insert_stage);
}

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

record_calls! {
    StageRecords, StageId as "id", tag "procedures";

    /// Lists the stages of all procedures or of one procedure.
    list stages at "/data_requests/stage": StagesQuery by PAGE_SIZE -> StageBody;

    /// Lists the same stages as `data_requests/stage`.
    list stages_to_choose_from at "/data_requests/stage/create": StagesQuery by PAGE_SIZE -> StageBody;

    /// Adds a stage to a procedure.
    ///
    /// An active procedure must not get errors by it.
    add add_stage at "/data_requests/stage/create": StageInputBody
        -> 201 StageBody "Successfully created a stage",
        409 "the active procedure would have faults, which `errors` lists";

    /// Returns a stage.
    one stage at "/data_requests/stage/{id}" -> StageBody;

    /// Changes a stage.
    ///
    /// Requests that were submitted before keep their stages.
    change change_stage at "/data_requests/stage/{id}": StageInputBody
        -> Done "Successfully updated the stage",
        409 "the active procedure would have faults, which `errors` lists; or \
        the stage is linked and cannot move to another procedure";

    /// Deletes a stage without links.
    remove delete_stage at "/data_requests/stage/{id}", 409 "it is linked; the message names the links";
}

/// Inserts a new stage into a link, between its two stages.
///
/// This adds a stage to an active procedure, which must not get errors by it.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(("id" = i64, Path)), request_body = InsertedStageInputBody, responses(
    (status = 201, body = Envelope<StageBody>),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User; with code 607: confirm the password first"),
    (status = 409, body = ProblemBody, description = "the active procedure would have faults, which `errors` lists; or someone \
        else has changed the link since it was read"),
))]
#[post("/data_requests/next_stage/{id}/insert")]
async fn insert_stage(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: Body<InsertedStageInputBody>,
) -> Result<HttpResponse, Problem> {
    let command = insert::Command {
        link: NextStageId(id.into_inner()),
        seen: body.0.row_version.map(RowVersion),
        form: body.0.into(),
    };
    let reader = SignedIn(caller.0.clone());
    let id = api
        .run(move |ports| insert::execute(ports, &caller, &command))
        .await?;
    let stage = api
        .run(move |ports| find::<StageRecords>(ports, &reader, id))
        .await?;
    Ok(Envelope::with(
        StatusCode::CREATED,
        "Successfully created a stage",
        StageBody::from(stage),
    ))
}

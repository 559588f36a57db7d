//! The stages and links of a procedure as one drawing (decisions C1).

use actix_web::{HttpResponse, put, web};
use aditus_application::procedures::drawing::{DrawingForm, DrawingRecords, DrawnProcedure};
use aditus_application::records::find;
use aditus_domain::deadlines::Target;
use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{
    DrawingFault, DrawnStage, Link, RawDrawing, RawDrawnStage, RawLink, Warning,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::stage_body::stage_body;
use crate::answer::Envelope;
use crate::api::Api;
use crate::body::Body;
use crate::problem::{Problem, ProblemBody};
use crate::records::{self, record_calls};
use crate::routes::Routes;
use crate::signed_in::SignedIn;

/// The form of a drawing, with all its stages and links. Missing ones are deleted.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawingInputBody {
    pub stages: Vec<DrawnStageInputBody>,
    pub links: Vec<DrawnLinkBody>,
    /// If true, saves an inactive procedure in spite of errors, to be continued later. An active
    /// procedure must not have errors.
    pub keep_faults: Option<bool>,
    /// The `row_version` that was read. If a newer version was saved since, the call fails with 409
    /// (conflict). Without it, there is no check for conflicts.
    #[validate(range(min = 1, message = "`row_version` must be 1 or greater."))]
    pub row_version: Option<i64>,
}

stage_body! {
    /// The form of a stage of a drawing.
    #[derive(Deserialize, ToSchema)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct DrawnStageInputBody {
        /// The id of an existing stage. For a new stage, a number below 1 that the links use.
        pub stage_id: Option<i64>,
        /// The horizontal position, as a fraction of the drawing's width.
        pub pos_x: Option<f64>,
    }
}

/// A link of a drawing.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawnLinkBody {
    /// The `stage_id` of the preceding stage, which must be approved first.
    pub current_stage: Option<i64>,
    /// The `stage_id` of the following stage.
    pub next: Option<i64>,
}

/// A procedure as a drawing.
#[derive(Serialize, ToSchema)]
pub(crate) struct DrawingBody {
    pub approval_procedure_id: i64,
    pub name: String,
    pub is_active: bool,
    pub is_default: bool,
    /// Sorted by stage order, then by id.
    pub stages: Vec<DrawnStageBody>,
    pub links: Vec<DrawnLinkBody>,
    /// The errors that prevent activating the procedure and making it the default; empty if there
    /// are none.
    pub faults: Vec<DrawingFaultBody>,
    /// Warnings that do not prevent this.
    pub warnings: Vec<DrawingFaultBody>,
    /// The version of the drawing, to be sent with a change.
    pub row_version: i64,
}

/// A stage of a drawing.
#[derive(Serialize, ToSchema)]
pub(crate) struct DrawnStageBody {
    pub stage_id: i64,
    /// The id of the role.
    pub role: i64,
    pub role_name: String,
    /// The id of the stage type.
    pub stage_type: i64,
    pub stage_type_name: String,
    pub stage_order: i32,
    pub stage_activity: String,
    pub branch_level: i32,
    pub pos_x: f64,
    pub pos_y: f64,
    pub icon: String,
    /// The number of working days in which the stage should be decided; null for no target.
    pub target: Option<u16>,
}

/// An error or a warning of a drawing.
#[derive(Serialize, ToSchema)]
pub(crate) struct DrawingFaultBody {
    /// The locations in the format of `errors`: `stages[2]`, `links[0]`. Empty if the message
    /// concerns the whole procedure.
    #[schema(example = json!(["stages[2]"]))]
    pub places: Vec<String>,
    pub message: String,
}

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes.configure(calls::configure).service(save_drawing);
}

record_calls! {
    DrawingRecords, ProcedureId as "id", tag "procedures";

    /// Returns the stages and links of a procedure as one drawing, with errors and warnings.
    one drawing at "/data_requests/approval_procedures/{id}/drawing" -> DrawingBody;
}

/// Saves all stages and links of a procedure as one change, and returns the saved drawing.
///
/// A drawing with errors is rejected with the location of each error, unless `keep_faults` is true
/// and the procedure is inactive.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(("id" = i64, Path)), request_body = DrawingInputBody, responses(
    (status = 200, body = Envelope<DrawingBody>),
    (status = 400, body = ProblemBody, description = "it has faults; `errors` has each at its place: `stages[2].role`, \
        `stages[2]`, `links[0].next`, `links[0]`, and `faults` for what concerns the procedure as a whole"),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User; with code 607: confirm the password first"),
    (status = 409, body = ProblemBody, description = "someone else has changed the procedure since it was read"),
))]
#[put("/data_requests/approval_procedures/{id}/drawing")]
async fn save_drawing(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: Body<DrawingInputBody>,
) -> Result<HttpResponse, Problem> {
    let id = ProcedureId(id.into_inner());
    let seen = body.0.row_version;
    let reader = SignedIn(caller.0.clone());
    records::change::<DrawingRecords>(&api, caller, id, seen, body.0.into()).await?;
    let saved = api
        .run(move |ports| find::<DrawingRecords>(ports, &reader, id))
        .await?;
    Ok(Envelope::with(
        actix_web::http::StatusCode::OK,
        "Successfully updated the approval procedure",
        DrawingBody::from(saved),
    ))
}

pub(super) fn drawn(stages: Vec<DrawnStageInputBody>, links: Vec<DrawnLinkBody>) -> RawDrawing {
    RawDrawing {
        stages: stages.into_iter().map(RawDrawnStage::from).collect(),
        links: links.into_iter().map(RawLink::from).collect(),
    }
}

impl From<DrawingInputBody> for DrawingForm {
    fn from(body: DrawingInputBody) -> Self {
        Self {
            drawing: drawn(body.stages, body.links),
            keep_faults: body.keep_faults.unwrap_or_default(),
        }
    }
}

impl From<DrawnStageInputBody> for RawDrawnStage {
    fn from(body: DrawnStageInputBody) -> Self {
        Self {
            stage_id: body.stage_id,
            form: body.into_raw(),
        }
    }
}

impl From<DrawnLinkBody> for RawLink {
    fn from(body: DrawnLinkBody) -> Self {
        Self {
            current_stage: body.current_stage,
            next: body.next,
        }
    }
}

impl From<Link> for DrawnLinkBody {
    fn from(link: Link) -> Self {
        Self {
            current_stage: Some(link.from.0),
            next: Some(link.to.0),
        }
    }
}

impl From<DrawnStage> for DrawnStageBody {
    fn from(stage: DrawnStage) -> Self {
        Self {
            stage_id: stage.id.0,
            role: stage.role.id(),
            role_name: stage.role.name().to_owned(),
            stage_type: stage.stage_type.id.0,
            stage_type_name: stage.stage_type.name,
            stage_order: stage.order,
            stage_activity: stage.activity,
            branch_level: stage.branch_level,
            pos_x: stage.position.x,
            pos_y: stage.position.y,
            icon: stage.icon,
            target: stage.target.map(Target::working_days),
        }
    }
}

impl From<DrawingFault> for DrawingFaultBody {
    fn from(fault: DrawingFault) -> Self {
        Self {
            places: fault.places,
            message: fault.message,
        }
    }
}

impl From<DrawnProcedure> for DrawingBody {
    fn from(drawn: DrawnProcedure) -> Self {
        let (text, drawing) = (drawn.whole.text, drawn.whole.drawing);
        let located = |warning: &Warning| DrawingFault::from_warning(&drawing, warning).into();
        let warnings: Vec<DrawingFaultBody> = drawn.warnings.iter().map(located).collect();
        Self {
            approval_procedure_id: drawn.id.0,
            name: text.name,
            is_active: drawn.whole.status.is_active,
            is_default: drawn.whole.status.is_default,
            stages: drawing.stages.into_iter().map(Into::into).collect(),
            links: drawing.links.into_iter().map(Into::into).collect(),
            faults: drawn.faults.into_iter().map(Into::into).collect(),
            warnings,
            row_version: drawn.drawing_version.0,
        }
    }
}

//! Tries a procedure with a sample request (decisions G1).

use actix_web::{HttpResponse, post, web};
use aditus_application::procedures::trial::{self, Answer, Command, TrialNotice};
use aditus_domain::ids::{DataSourceId, ProcedureId, StageId};
use aditus_domain::review::{OverallStatus, TrialMove, TrialStage, TrialStep};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::drawing::{DrawnLinkBody, DrawnStageInputBody, drawn};
use super::matrix::AskedBody;
use crate::answer::Envelope;
use crate::api::Api;
use crate::body::Body;
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::SignedIn;

/// The input of a trial.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TrialInputBody {
    /// The decisions so far, in order; empty directly after the submission.
    pub moves: Vec<TrialMoveBody>,
    /// The unsaved stages of the drawing, in the format of a save. Without stages and links, the
    /// saved drawing is used.
    pub stages: Option<Vec<DrawnStageInputBody>>,
    pub links: Option<Vec<DrawnLinkBody>>,
    /// The id of the published source whose data is requested. Without it, the result contains no
    /// decision makers.
    pub data_source: Option<i64>,
}

/// A decision at a waiting stage.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TrialMoveBody {
    /// The `stage_id` of the stage.
    pub stage: i64,
    /// True to approve, false to deny.
    pub approve: bool,
}

/// The state of the sample request.
#[derive(Serialize, ToSchema)]
pub(crate) struct TrialBody {
    /// One of Pending, Approved and Denied.
    pub status: String,
    /// True if no decision is left.
    pub is_over: bool,
    /// The stages at which a decision is possible now.
    pub waiting: Vec<i64>,
    /// The number of approvals that are still needed.
    pub approvals_left: u64,
    /// The number of these approvals that must be given in sequence.
    pub in_a_row: u64,
    /// The stages in the order in which a request passes them.
    pub stages: Vec<TriedStageBody>,
    /// The submission, followed by the decisions.
    pub steps: Vec<TrialStepBody>,
    /// The decision makers at each stage for the data of the source; empty without a source.
    pub asked: Vec<AskedBody>,
    /// The due dates of the stages with a target, if the request were submitted today and decided at
    /// each stage on its due date.
    pub due_dates: Vec<TrialDueDateBody>,
    /// The day by which the decision is expected, if the request were submitted today; null if the
    /// procedure has no term.
    pub expected_on: Option<NaiveDate>,
    /// The reason why a real request for the data of the source would be rejected at submission;
    /// null if it would not.
    pub refused: Option<String>,
}

/// The state of a stage.
#[derive(Serialize, ToSchema)]
pub(crate) struct TriedStageBody {
    pub stage_id: i64,
    #[schema(example = "Unattended")]
    pub state: String,
}

/// The due date of a stage.
#[derive(Serialize, ToSchema)]
pub(crate) struct TrialDueDateBody {
    pub stage_id: i64,
    pub on: NaiveDate,
}

/// The effects of the submission or of a decision.
#[derive(Serialize, ToSchema)]
pub(crate) struct TrialStepBody {
    /// The stage of the decision; null for the submission.
    pub stage: Option<i64>,
    /// The decision; null for the submission.
    pub approve: Option<bool>,
    /// The recipients of notifications.
    pub notified: Vec<NotifiedBody>,
    /// The stages whose state changed.
    pub changed: Vec<TriedStageBody>,
    /// True if the step releases the data.
    pub releases: bool,
    /// The status of the request afterwards.
    pub status: String,
}

/// A recipient of a notification.
#[derive(Serialize, ToSchema)]
pub(crate) struct NotifiedBody {
    #[schema(example = "The Data Officer")]
    pub who: String,
    /// The stage of the recipients; null for the requester.
    pub stage_id: Option<i64>,
    /// The text of the notification.
    pub message: String,
}

/// Tries a procedure with a sample request: replays all decisions so far and returns the resulting
/// state.
///
/// Nothing is stored.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(("id" = i64, Path)), request_body = TrialInputBody, responses(
    (status = 200, body = Envelope<TrialBody>),
    (status = 400, body = ProblemBody, description = "the procedure has faults, each of which `errors` has at its place; or the \
        stage of a move needs no decision"),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
))]
#[post("/data_requests/approval_procedures/{id}/trial")]
pub(super) async fn try_procedure(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: Body<TrialInputBody>,
) -> Result<HttpResponse, Problem> {
    let body = body.0;
    let is_drawn = body.stages.is_some() || body.links.is_some();
    let drawing = drawn(body.stages.unwrap_or_default(), body.links.unwrap_or_default());
    let command = Command {
        procedure: ProcedureId(id.into_inner()),
        drawing: is_drawn.then_some(drawing),
        moves: body.moves.into_iter().map(TrialMove::from).collect(),
        source: body.data_source.map(DataSourceId),
    };
    let answer = api
        .run(move |ports| trial::execute(ports, &caller, &command))
        .await?;
    Ok(Envelope::read(TrialBody::from(answer)))
}

impl From<TrialMoveBody> for TrialMove {
    fn from(body: TrialMoveBody) -> Self {
        Self {
            stage: StageId(body.stage),
            approve: body.approve,
        }
    }
}

impl From<Answer> for TrialBody {
    fn from(answer: Answer) -> Self {
        let trial = answer.trial;
        let steps = trial.steps.into_iter().zip(answer.notices);
        Self {
            status: trial.status.to_string(),
            is_over: trial.status != OverallStatus::Pending,
            waiting: trial.waiting.iter().map(|stage| stage.0).collect(),
            approvals_left: trial.approvals_left as u64,
            in_a_row: trial.in_a_row as u64,
            stages: trial.stages.into_iter().map(Into::into).collect(),
            steps: steps.map(Into::into).collect(),
            asked: answer.decision_makers.into_iter().map(Into::into).collect(),
            due_dates: answer
                .due_dates
                .into_iter()
                .map(|(stage, on)| TrialDueDateBody {
                    stage_id: stage.0,
                    on,
                })
                .collect(),
            expected_on: answer.expected_on,
            refused: answer.refused.map(|error| error.to_string()),
        }
    }
}

impl From<TrialStage> for TriedStageBody {
    fn from(tried: TrialStage) -> Self {
        Self {
            stage_id: tried.stage.0,
            state: tried.state.to_string(),
        }
    }
}

impl From<(TrialStep, Vec<TrialNotice>)> for TrialStepBody {
    fn from((step, notices): (TrialStep, Vec<TrialNotice>)) -> Self {
        Self {
            stage: step.made.map(|made| made.stage.0),
            approve: step.made.map(|made| made.approve),
            notified: notices.into_iter().map(Into::into).collect(),
            changed: step.changed.into_iter().map(Into::into).collect(),
            releases: step.releases,
            status: step.status.to_string(),
        }
    }
}

impl From<TrialNotice> for NotifiedBody {
    fn from(notice: TrialNotice) -> Self {
        Self {
            who: notice.who,
            stage_id: notice.stage.map(|stage| stage.0),
            message: notice.message,
        }
    }
}

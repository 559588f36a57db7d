//! The decision makers per data source and stage (decisions G1).

use actix_web::{HttpResponse, get, web};
use aditus_application::procedures::matrix::{self, Answer};
use aditus_domain::ids::{ProcedureId, StageId};
use aditus_domain::procedures::{DecisionMakers, DrawnStage, SourceDecisionMakers};
use serde::Serialize;
use utoipa::ToSchema;

use crate::answer::Envelope;
use crate::api::Api;
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::Reader;

/// The decision makers of a procedure.
#[derive(Serialize, ToSchema)]
pub(crate) struct MatrixBody {
    /// The columns: the stages with a decision, in the order of the drawing.
    pub stages: Vec<MatrixStageBody>,
    /// The rows: the published sources by name.
    pub sources: Vec<MatrixSourceBody>,
}

/// A stage with a decision.
#[derive(Serialize, ToSchema)]
pub(crate) struct MatrixStageBody {
    pub stage_id: i64,
    pub stage_activity: String,
    /// The id of the role.
    pub role: i64,
    pub role_name: String,
}

/// The decision makers for the data of one source.
#[derive(Serialize, ToSchema)]
pub(crate) struct MatrixSourceBody {
    /// The id of the source.
    pub data_source: i64,
    /// The name of the source.
    pub source: String,
    /// One cell per stage, in the order of the stages.
    pub cells: Vec<AskedBody>,
}

/// The availability of decision makers at a stage.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(rename_all = "snake_case")]
pub(crate) enum AskedKind {
    /// There are decision makers.
    People,
    /// An organisation offers the role, but no user holds it: a request would wait at the stage
    /// indefinitely.
    Nobody,
    /// No organisation offers the role: a request is rejected at submission.
    NotOffered,
}

/// The decision makers at a stage. Each kind other than `people` is a gap.
#[derive(Serialize, ToSchema)]
pub(crate) struct AskedBody {
    pub stage_id: i64,
    pub kind: AskedKind,
    /// The deciding organisation.
    pub organisation: Option<String>,
    /// The number of users who may decide there.
    pub people: u64,
}

/// Returns the decision makers of a procedure, for the published sources and the stages with a
/// decision.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 200, body = Envelope<MatrixBody>),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
))]
#[get("/data_requests/approval_procedures/{id}/matrix")]
pub(super) async fn procedure_matrix(
    api: web::Data<Api>,
    reader: Reader,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let id = ProcedureId(id.into_inner());
    let answer = api
        .read(reader, move |ports, caller| matrix::execute(ports, caller, id))
        .await?;
    Ok(Envelope::read(MatrixBody::from(answer)))
}

impl From<Answer> for MatrixBody {
    fn from(answer: Answer) -> Self {
        Self {
            stages: answer.stages.into_iter().map(Into::into).collect(),
            sources: answer.sources.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<DrawnStage> for MatrixStageBody {
    fn from(stage: DrawnStage) -> Self {
        Self {
            stage_id: stage.id.0,
            stage_activity: stage.activity,
            role: stage.role.id(),
            role_name: stage.role.name().to_owned(),
        }
    }
}

impl From<SourceDecisionMakers> for MatrixSourceBody {
    fn from(line: SourceDecisionMakers) -> Self {
        Self {
            data_source: line.source.0,
            source: line.name,
            cells: line.stages.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<(StageId, DecisionMakers)> for AskedBody {
    fn from((stage, asked): (StageId, DecisionMakers)) -> Self {
        let (kind, organisation, people) = match asked {
            DecisionMakers::People { organisation, count } => (AskedKind::People, Some(organisation), count),
            DecisionMakers::NoHolder { organisation } => (AskedKind::Nobody, Some(organisation), 0),
            DecisionMakers::NotOffered => (AskedKind::NotOffered, None, 0),
        };
        Self {
            stage_id: stage.0,
            kind,
            organisation,
            people,
        }
    }
}

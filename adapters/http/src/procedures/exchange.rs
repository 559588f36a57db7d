//! Copies procedures, and transfers them between installations as files (decisions G2).

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, get, post, web};
use aditus_application::exports::Export;
use aditus_application::procedures::AssessedProcedure;
use aditus_application::procedures::approval_procedures::ProcedureRecords;
use aditus_application::procedures::duplicate;
use aditus_application::procedures::exchange::{export, import};
use aditus_application::records::find;
use aditus_domain::deadlines::RawTerm;
use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{
    PortableLetter, PortableLink, PortableProcedure, PortableStage, RawProcedure,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::body::ApprovalProcedureBody;
use crate::answer::Envelope;
use crate::api::Api;
use crate::attachment::{JSON, attachment};
use crate::body::Body;
use crate::deadlines::TermBody;
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::{Reader, SignedIn};

/// The name of a copy.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DuplicateInputBody {
    /// Defaults to "Copy of" and the name of the procedure.
    pub name: Option<String>,
}

/// A procedure in the file format.
#[derive(Serialize, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PortableProcedureBody {
    /// The version of the file format.
    #[schema(example = 1)]
    pub schema: Option<i64>,
    pub name: Option<String>,
    pub description: Option<String>,
    /// The time in which a request should be decided. Exported files contain it only if the procedure
    /// has a term.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub term: Option<TermBody>,
    /// The weeks in which requesters answer comments that require action. Exported files contain it
    /// only if the procedure has a completion window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completion_window: Option<i64>,
    pub stages: Option<Vec<PortableStageBody>>,
    pub links: Option<Vec<PortableLinkBody>>,
    /// The template of the approval letter; null for the standard template of the product.
    pub letter: Option<PortableLetterBody>,
    /// If true, imports the procedure in spite of errors, to be corrected afterwards. Exported
    /// files do not contain it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keep_faults: Option<bool>,
}

/// A stage in a file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PortableStageBody {
    /// A number from 1, by which the links of the file identify the stage.
    pub stage_id: Option<i64>,
    /// The name of the role.
    pub role: Option<String>,
    /// The name of the stage type.
    pub stage_type: Option<String>,
    /// From 1 to 8.
    pub stage_order: Option<i64>,
    pub stage_activity: Option<String>,
    /// Either 0 or 1.
    pub branch_level: Option<i64>,
    /// The horizontal position, as a fraction of the drawing's width.
    pub pos_x: Option<f64>,
    /// The vertical position, as a fraction of the drawing's height.
    pub pos_y: Option<f64>,
    /// The name of an MUI icon.
    pub icon: Option<String>,
    /// The number of working days, from 1 to 250, in which the stage should be decided. Exported
    /// files contain it only if the stage has a target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<i64>,
}

/// A link in a file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PortableLinkBody {
    /// The `stage_id` of the preceding stage, which must be approved first.
    pub current_stage: Option<i64>,
    /// The `stage_id` of the following stage.
    pub next: Option<i64>,
}

/// A letter template in a file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PortableLetterBody {
    pub heading: Option<String>,
    pub body: Option<String>,
}

/// Copies a procedure with its stages, links and letter template.
///
/// The copy is inactive.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(("id" = i64, Path)), request_body = DuplicateInputBody, responses(
    (status = 201, body = Envelope<ApprovalProcedureBody>),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
    (status = 409, body = ProblemBody, description = "there is another procedure with this name"),
))]
#[post("/data_requests/approval_procedures/{id}/duplicate")]
pub(super) async fn duplicate_procedure(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: Body<DuplicateInputBody>,
) -> Result<HttpResponse, Problem> {
    let command = duplicate::Command {
        procedure: ProcedureId(id.into_inner()),
        name: body.0.name,
    };
    let added = api
        .run(move |ports| {
            let id = duplicate::execute(ports, &caller, &command)?;
            find::<ProcedureRecords>(ports, &caller, id)
        })
        .await?;
    Ok(created(added, "Successfully duplicated the approval procedure"))
}

/// Exports a procedure as a file that another installation can import.
///
/// Roles and stage types are identified by name.
#[utoipa::path(tag = "procedures", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 200, content_type = "application/json", body = PortableProcedureBody),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
))]
#[get("/data_requests/approval_procedures/{id}/export")]
pub(super) async fn export_procedure(
    api: web::Data<Api>,
    reader: Reader,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let id = ProcedureId(id.into_inner());
    let answer = api
        .read(reader, move |ports, caller| export::execute(ports, caller, id))
        .await?;
    let body = PortableProcedureBody::from(answer.procedure);
    let mut bytes = serde_json::to_vec_pretty(&body).map_err(Problem::internal)?;
    bytes.push(b'\n');
    let file_name = answer.file_name;
    Ok(attachment(JSON, Export { file_name, bytes }))
}

/// Imports a procedure from a file as an inactive procedure.
///
/// A file with errors is rejected as a whole, with all errors.
#[utoipa::path(tag = "procedures", security(("token" = [])), request_body = PortableProcedureBody, responses(
    (status = 201, body = Envelope<ApprovalProcedureBody>),
    (status = 400, body = ProblemBody, description = "something is wrong; `errors` has each thing at its place in the file"),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
    (status = 409, body = ProblemBody, description = "there is another procedure with this name"),
))]
#[post("/data_requests/approval_procedures/import")]
pub(super) async fn import_procedure(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<PortableProcedureBody>,
) -> Result<HttpResponse, Problem> {
    let command = import::Command {
        keep_faults: body.0.keep_faults.unwrap_or_default(),
        file: body.0.into(),
    };
    let added = api
        .run(move |ports| {
            let id = import::execute(ports, &caller, &command)?;
            find::<ProcedureRecords>(ports, &caller, id)
        })
        .await?;
    Ok(created(added, "Successfully imported the approval procedure"))
}

fn created(added: AssessedProcedure, message: &str) -> HttpResponse {
    Envelope::with(StatusCode::CREATED, message, ApprovalProcedureBody::from(added))
}

impl From<PortableProcedure> for PortableProcedureBody {
    fn from(file: PortableProcedure) -> Self {
        Self {
            schema: file.schema,
            name: Some(file.text.name),
            description: Some(file.text.description),
            term: file.text.term.map(TermBody::from),
            completion_window: file.text.completion_window,
            stages: Some(file.stages.into_iter().map(Into::into).collect()),
            links: Some(file.links.into_iter().map(Into::into).collect()),
            letter: file.letter.map(Into::into),
            keep_faults: None,
        }
    }
}

impl From<PortableProcedureBody> for PortableProcedure {
    fn from(body: PortableProcedureBody) -> Self {
        let stages = body.stages.unwrap_or_default();
        let links = body.links.unwrap_or_default();
        Self {
            schema: body.schema,
            text: RawProcedure {
                name: body.name.unwrap_or_default(),
                description: body.description.unwrap_or_default(),
                term: body.term.map(RawTerm::from),
                completion_window: body.completion_window,
            },
            stages: stages.into_iter().map(Into::into).collect(),
            links: links.into_iter().map(Into::into).collect(),
            letter: body.letter.map(Into::into),
        }
    }
}

impl From<PortableStage> for PortableStageBody {
    fn from(stage: PortableStage) -> Self {
        Self {
            stage_id: stage.stage_id,
            role: Some(stage.role),
            stage_type: Some(stage.stage_type),
            stage_order: stage.stage_order,
            stage_activity: Some(stage.stage_activity),
            branch_level: stage.branch_level,
            pos_x: stage.pos_x,
            pos_y: stage.pos_y,
            icon: Some(stage.icon),
            target: stage.target,
        }
    }
}

impl From<PortableStageBody> for PortableStage {
    fn from(body: PortableStageBody) -> Self {
        Self {
            stage_id: body.stage_id,
            role: body.role.unwrap_or_default(),
            stage_type: body.stage_type.unwrap_or_default(),
            stage_order: body.stage_order,
            stage_activity: body.stage_activity.unwrap_or_default(),
            branch_level: body.branch_level,
            pos_x: body.pos_x,
            pos_y: body.pos_y,
            icon: body.icon.unwrap_or_default(),
            target: body.target,
        }
    }
}

impl From<PortableLink> for PortableLinkBody {
    fn from(link: PortableLink) -> Self {
        Self {
            current_stage: link.current_stage,
            next: link.next,
        }
    }
}

impl From<PortableLinkBody> for PortableLink {
    fn from(body: PortableLinkBody) -> Self {
        Self {
            current_stage: body.current_stage,
            next: body.next,
        }
    }
}

impl From<PortableLetter> for PortableLetterBody {
    fn from(letter: PortableLetter) -> Self {
        Self {
            heading: Some(letter.heading),
            body: Some(letter.body),
        }
    }
}

impl From<PortableLetterBody> for PortableLetter {
    fn from(body: PortableLetterBody) -> Self {
        Self {
            heading: body.heading.unwrap_or_default(),
            body: body.body.unwrap_or_default(),
        }
    }
}

//! Bodies of the approval procedure calls (3 §3).

use aditus_application::paging::ListQuery;
use aditus_application::procedures::approval_procedures::ProcedureForm;
use aditus_application::procedures::next_stages::LinkForm;
use aditus_application::procedures::stages::StageRecordQuery;
use aditus_application::procedures::views::{
    NextStageQuery, NextStageRow, NextStageSort, StageRow, StageSort,
};
use aditus_application::procedures::{AssessedProcedure, StoredStageType};
use aditus_domain::deadlines::{CompletionWindow, RawTerm, Target};
use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::RawStage;
use serde::{Deserialize, Serialize};
use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use super::stage_body::stage_body;
use crate::deadlines::TermBody;
use crate::problem::Problem;
use crate::records::{ListParameters, RecordsQuery};
use crate::sort::{Columns, Sort, id_parameter, parameters};

#[derive(Deserialize, Validate)]
#[serde(deny_unknown_fields, bound = "")]
pub(crate) struct OfProcedureQuery<C: Columns> {
    /// Only records of this procedure.
    pub approval_procedure: Option<i64>,
    /// A text that the visible fields contain.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// A field of the rows; a leading minus sorts in descending order.
    pub sort: Option<Sort<C>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

impl<C: Columns> IntoParams for OfProcedureQuery<C> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let procedure = id_parameter(
            "approval_procedure",
            "Those of one procedure only.",
            Required::False,
        );
        [vec![procedure], parameters::<C>()].concat()
    }
}

impl<C: Columns> OfProcedureQuery<C> {
    /// Returns the procedure and the general list parameters.
    pub(super) fn parts(self, page_size: u32) -> Result<(Option<ProcedureId>, ListQuery<C>), Problem> {
        let list = RecordsQuery {
            search: self.search,
            sort: self.sort,
            page: self.page,
            page_size: self.page_size,
        };
        Ok((self.approval_procedure.map(ProcedureId), list.read(page_size)?))
    }
}

impl ListParameters for OfProcedureQuery<StageSort> {
    type Query = StageRecordQuery;

    fn read(self, page_size: u32) -> Result<StageRecordQuery, Problem> {
        let (procedure, list) = self.parts(page_size)?;
        Ok(StageRecordQuery { procedure, list })
    }
}

impl ListParameters for OfProcedureQuery<NextStageSort> {
    type Query = NextStageQuery;

    fn read(self, page_size: u32) -> Result<NextStageQuery, Problem> {
        let (procedure, list) = self.parts(page_size)?;
        Ok(NextStageQuery { procedure, list })
    }
}

/// The form of a stage type.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StageTypeInputBody {
    pub stage_type: Option<String>,
    /// The `row_version` that was read. If a newer version was saved since, the change fails with
    /// 409 (conflict). Without it, there is no check for conflicts.
    #[validate(range(min = 1, message = "`row_version` must be 1 or greater."))]
    pub row_version: Option<i64>,
}

/// A stage type.
#[derive(Serialize, ToSchema)]
pub(crate) struct StageTypeBody {
    pub stage_type_id: i64,
    #[schema(example = "Junction")]
    pub stage_type: String,
    /// True for a stage type of the product, which cannot be changed.
    pub built_in: bool,
    /// The ids of the roles that a stage of this type may have, in display order.
    pub roles: Vec<i64>,
    /// The version of the record, to be sent with a change.
    pub row_version: i64,
}

/// The form of a procedure.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(
    clippy::option_option,
    reason = "a field that is left out stays as it is, and null takes away what is there"
)]
pub(crate) struct ApprovalProcedureInputBody {
    pub name: Option<String>,
    pub description: Option<String>,
    /// The time in which a request should be decided; null for no term. In a change, a missing field
    /// keeps the value.
    #[serde(default, deserialize_with = "crate::optional_fields::double_option")]
    #[schema(value_type = Option<TermBody>)]
    pub term: Option<Option<TermBody>>,
    /// The weeks in which requesters answer comments that require action, from 1 to 12; null for no
    /// completion window. In a change, a missing field keeps the value.
    #[serde(default, deserialize_with = "crate::optional_fields::double_option")]
    #[schema(value_type = Option<i64>)]
    pub completion_window: Option<Option<i64>>,
    /// True if the procedure may be used. Defaults to false for a new one. In a change, a missing
    /// field keeps the value.
    pub is_active: Option<bool>,
    /// True if new requests use the procedure. Defaults to false for a new one. In a change, a
    /// missing field keeps the value.
    pub is_default: Option<bool>,
    /// The `row_version` that was read. If a newer version was saved since, the change fails with
    /// 409 (conflict). Without it, there is no check for conflicts.
    #[validate(range(min = 1, message = "`row_version` must be 1 or greater."))]
    pub row_version: Option<i64>,
}

/// An approval procedure.
#[derive(Serialize, ToSchema)]
pub(crate) struct ApprovalProcedureBody {
    pub approval_procedure_id: i64,
    pub name: String,
    pub description: String,
    pub is_active: bool,
    pub is_default: bool,
    /// The time in which a request should be decided; null for no term.
    pub term: Option<TermBody>,
    /// The weeks in which requesters answer comments that require action; null for no completion
    /// window.
    pub completion_window: Option<u16>,
    /// The errors that prevent activating it and making it the default; empty if there are none.
    pub faults: Vec<String>,
    /// Warnings that do not prevent this.
    pub warnings: Vec<String>,
    /// The version of the record, to be sent with a change.
    pub row_version: i64,
}

stage_body! {
    /// The form of a stage.
    #[derive(Deserialize, Validate, ToSchema)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct StageInputBody {
        /// The id of the procedure.
        pub approval_procedure: Option<i64>,
        /// The horizontal position, as a fraction of the drawing's width.
        pub pos_x: Option<f64>,
        /// The `row_version` that was read. If a newer version was saved since, the change fails
        /// with 409 (conflict). Without it, there is no check for conflicts.
        #[validate(range(min = 1, message = "`row_version` must be 1 or greater."))]
        pub row_version: Option<i64>,
    }
}

stage_body! {
    /// The form of a stage that is inserted into a link.
    #[derive(Deserialize, Validate, ToSchema)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct InsertedStageInputBody {
        /// The horizontal position, as a fraction of the drawing's width. Without both positions,
        /// the stage is placed in the middle of the link.
        pub pos_x: Option<f64>,
        /// The `row_version` of the link that was read. If a newer version was saved since, the
        /// call fails with 409 (conflict). Without it, there is no check for conflicts.
        #[validate(range(min = 1, message = "`row_version` must be 1 or greater."))]
        pub row_version: Option<i64>,
    }
}

/// A stage.
#[derive(Serialize, ToSchema)]
pub(crate) struct StageBody {
    pub stage_id: i64,
    /// The id of the procedure.
    pub approval_procedure: i64,
    /// The name of the procedure.
    pub procedure: String,
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
    /// The version of the record, to be sent with a change.
    pub row_version: i64,
}

/// The form of a link.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NextStageInputBody {
    /// The id of the preceding stage, which must be approved first.
    pub current_stage: Option<i64>,
    /// The id of the following stage.
    pub next: Option<i64>,
    /// The `row_version` that was read. If a newer version was saved since, the change fails with
    /// 409 (conflict). Without it, there is no check for conflicts.
    #[validate(range(min = 1, message = "`row_version` must be 1 or greater."))]
    pub row_version: Option<i64>,
}

/// A link from a stage to the next one.
#[derive(Serialize, ToSchema)]
pub(crate) struct NextStageBody {
    pub next_stage_id: i64,
    /// The id of the procedure.
    pub approval_procedure: i64,
    /// The name of the procedure.
    pub procedure: String,
    /// The id of the preceding stage, which must be approved first.
    pub current_stage: i64,
    pub current_stage_activity: String,
    /// The id of the following stage.
    pub next: i64,
    pub next_stage_activity: String,
    /// The version of the record, to be sent with a change.
    pub row_version: i64,
}

impl From<StoredStageType> for StageTypeBody {
    fn from(stage_type: StoredStageType) -> Self {
        let roles = stage_type.behaves_as().roles();
        Self {
            roles: roles.iter().map(|role| role.id()).collect(),
            stage_type_id: stage_type.id.0,
            stage_type: stage_type.name,
            built_in: stage_type.built_in,
            row_version: stage_type.row_version.0,
        }
    }
}

impl From<AssessedProcedure> for ApprovalProcedureBody {
    fn from(stored: AssessedProcedure) -> Self {
        Self {
            approval_procedure_id: stored.procedure.id.map_or(0, |id| id.0),
            faults: stored.faults.iter().map(ToString::to_string).collect(),
            warnings: stored.warnings.iter().map(ToString::to_string).collect(),
            name: stored.procedure.name,
            description: stored.procedure.description,
            is_active: stored.status.is_active,
            is_default: stored.status.is_default,
            term: stored.procedure.term.map(TermBody::from),
            completion_window: stored.procedure.completion_window.map(CompletionWindow::weeks),
            row_version: stored.row_version.0,
        }
    }
}

impl From<StageTypeInputBody> for String {
    fn from(body: StageTypeInputBody) -> Self {
        body.stage_type.unwrap_or_default()
    }
}

impl From<ApprovalProcedureInputBody> for ProcedureForm {
    fn from(body: ApprovalProcedureInputBody) -> Self {
        Self {
            name: body.name.unwrap_or_default(),
            description: body.description.unwrap_or_default(),
            term: body.term.map(|term| term.map(RawTerm::from)),
            completion_window: body.completion_window,
            is_active: body.is_active,
            is_default: body.is_default,
        }
    }
}

impl From<NextStageInputBody> for LinkForm {
    fn from(body: NextStageInputBody) -> Self {
        Self {
            current_stage: body.current_stage,
            next: body.next,
        }
    }
}

impl From<StageInputBody> for RawStage {
    fn from(body: StageInputBody) -> Self {
        Self {
            approval_procedure: body.approval_procedure,
            ..body.into_raw()
        }
    }
}

impl From<InsertedStageInputBody> for RawStage {
    fn from(body: InsertedStageInputBody) -> Self {
        body.into_raw()
    }
}

impl From<StageRow> for StageBody {
    fn from(row: StageRow) -> Self {
        let stage = row.details;
        Self {
            stage_id: row.stage_id.0,
            approval_procedure: stage.procedure.0,
            procedure: row.procedure,
            role: stage.role.id(),
            role_name: stage.role.name().to_owned(),
            stage_type: stage.stage_type.0,
            stage_type_name: row.stage_type_name,
            stage_order: stage.order,
            stage_activity: stage.activity,
            branch_level: stage.branch_level,
            pos_x: stage.position.x,
            pos_y: stage.position.y,
            icon: stage.icon,
            target: stage.target.map(Target::working_days),
            row_version: row.row_version.0,
        }
    }
}

impl From<NextStageRow> for NextStageBody {
    fn from(row: NextStageRow) -> Self {
        Self {
            next_stage_id: row.next_stage_id.0,
            approval_procedure: row.approval_procedure.0,
            procedure: row.procedure,
            current_stage: row.current_stage.0,
            current_stage_activity: row.current_stage_activity,
            next: row.next.0,
            next_stage_activity: row.next_stage_activity,
            row_version: row.row_version.0,
        }
    }
}

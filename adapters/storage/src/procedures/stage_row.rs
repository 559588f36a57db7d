//! The columns selected by every query for stages.

use aditus_domain::deadlines::Target;
use aditus_domain::ids::{ProcedureId, StageTypeId};
use aditus_domain::procedures::{Position, StageDetails};
use aditus_domain::roles::Role;
use diesel::prelude::*;

use crate::error::{DbResult, unreadable};
use crate::schema::stages;

#[derive(Queryable, Selectable)]
#[diesel(table_name = stages)]
pub(super) struct StageRow {
    pub(super) id: i64,
    pub(super) procedure_id: i64,
    role_id: i64,
    stage_type_id: i64,
    stage_order: i32,
    stage_activity: String,
    branch_level: i32,
    pos_x: f64,
    pos_y: f64,
    icon: String,
    pub(super) row_version: i64,
    target: Option<i32>,
}

impl StageRow {
    pub(super) fn details(self) -> DbResult<StageDetails> {
        Ok(StageDetails {
            procedure: ProcedureId(self.procedure_id),
            role: Role::from_id(self.role_id).map_err(unreadable("role"))?,
            stage_type: StageTypeId(self.stage_type_id),
            order: self.stage_order,
            activity: self.stage_activity,
            branch_level: self.branch_level,
            position: Position {
                x: self.pos_x,
                y: self.pos_y,
            },
            icon: self.icon,
            target: self
                .target
                .map(|days| Target::new(days.into()))
                .transpose()
                .map_err(unreadable("target"))?,
        })
    }
}

/// Returns the column of a target.
pub(super) fn target_column(target: Option<Target>) -> Option<i32> {
    target.map(|target| target.working_days().into())
}

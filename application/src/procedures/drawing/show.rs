//! A procedure as its editor shows it: `GET data_requests/approval_procedures/{id}/drawing/`.
//!
//! The body of the answer: `{approval_procedure_id, name, is_active, is_default, stages, links, faults, warnings, row_version}`, where
//! `stages` are `{stage_id, role, role_name, stage_type, stage_type_name, stage_order, stage_activity, branch_level, pos_x, pos_y,
//! icon}`, `links` are `{current_stage, next}`, `faults` are `{places, message}` with places such as `stages[2]` and `links[0]`,
//! `warnings` are texts, and `row_version` is the `drawing_version`.

use aditus_domain::ids::ProcedureId;

use super::super::assessment::staffing;
pub use super::super::editing::Error;
use super::super::editing::{Record, require};
use super::DrawnProcedure;
use crate::access::Caller;
use crate::ports::Ports;

/// The procedure with its drawing, its faults and warnings.
pub fn execute(ports: &Ports, caller: &Caller, id: ProcedureId) -> Result<DrawnProcedure, Error> {
    require(caller)?;
    let mut views = ports.database.read()?;
    let found = views.procedures().whole(id)?;
    let found = found.ok_or(Error::NotFound(Record::Procedure))?;
    let staffing = staffing(ports, views.as_mut())?;
    Ok(DrawnProcedure::of(found, &staffing))
}

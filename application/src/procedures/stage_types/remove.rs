//! A stage type is deleted: `DELETE data_requests/stage_type/{id}/` (decisions, "Screens that the specification names and does
//! not show").

use aditus_domain::ids::StageTypeId;
use aditus_domain::procedures::InUse;

pub use super::super::editing::Error;
use super::super::editing::{begin, require};
use super::own;
use crate::access::Caller;
use crate::ports::Ports;

/// Deletes a stage type that no stage is of.
pub fn execute(ports: &Ports, caller: &Caller, id: StageTypeId) -> Result<(), Error> {
    require(caller)?;
    let mut transaction = begin(ports, caller)?;
    let (found, _) = own(transaction.as_mut(), id)?;
    let uses = transaction.stage_types().stages_of(id)?;
    if !uses.is_empty() {
        let name = |used: &crate::procedures::StageUse| {
            format!(
                "the stage \"{}\" of the approval procedure \"{}\"",
                used.stage, used.procedure
            )
        };
        return Err(InUse {
            record: format!("The stage type \"{}\"", found.name),
            refused: "be deleted",
            by: uses.iter().map(name).collect(),
        }
        .into());
    }
    transaction.stage_types().remove(id)?;
    transaction.commit()?;
    Ok(())
}

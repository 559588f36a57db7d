//! A procedure is deleted: `DELETE data_requests/approval_procedures/{id}/` (decisions, "Screens that the specification names
//! and does not show").

use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::InUse;

pub use super::editing::Error;
use super::editing::{begin, procedure, require};
use crate::access::Caller;
use crate::ports::Ports;

/// Deletes a procedure that has no stages. The default always has some.
pub fn execute(ports: &Ports, caller: &Caller, id: ProcedureId) -> Result<(), Error> {
    require(caller)?;
    let mut transaction = begin(ports, caller)?;
    let stored = procedure(transaction.as_mut(), id)?;
    let stages = stored.procedure.stages.iter();
    let by: Vec<String> = stages
        .map(|stage| format!("the stage \"{}\"", stage.activity))
        .collect();
    if !by.is_empty() {
        let record = format!("The approval procedure \"{}\"", stored.procedure.name);
        return Err(InUse {
            record,
            refused: "be deleted",
            by,
        }
        .into());
    }
    transaction.procedures().remove(id)?;
    transaction.commit()?;
    Ok(())
}

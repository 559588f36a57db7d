//! A procedure is deleted: `DELETE data_requests/approval_procedures/{id}/` (decisions, "Screens that the specification names
//! and does not show").

use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::InUse;

pub use super::editing::Error;
use super::editing::{begin, note_lines, procedure, require};
use crate::access::Caller;
use crate::ports::Ports;

/// Deletes a procedure that has no stages, and under which no request was submitted. The default always has some. Its history stays.
pub fn execute(ports: &Ports, caller: &Caller, id: ProcedureId) -> Result<(), Error> {
    require(caller)?;
    let mut transaction = begin(ports, caller)?;
    let stored = procedure(transaction.as_mut(), id)?;
    let stages = stored.procedure.stages.iter();
    let mut by: Vec<String> = stages
        .map(|stage| format!("the stage \"{}\"", stage.activity))
        .collect();
    match transaction.procedures().requests_under(id)? {
        0 => {}
        1 => by.push("1 data request".to_owned()),
        more => by.push(format!("{more} data requests")),
    }
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
    let name = stored.procedure.name;
    note_lines(
        ports,
        transaction.as_mut(),
        caller,
        (id, name),
        vec!["Deleted.".to_owned()],
    )?;
    transaction.commit()?;
    Ok(())
}

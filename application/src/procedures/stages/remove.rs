//! A stage is deleted: `DELETE data_requests/stage/{id}/` (decisions, "Screens that the specification names and does not
//! show").

use aditus_domain::ids::StageId;

pub use super::super::editing::Error;
use super::super::editing::{Record, begin, procedure, redraw, require};
use super::refuse_linked;
use crate::access::Caller;
use crate::ports::Ports;

/// Deletes a stage that no link names. An active procedure has to stay valid by it.
pub fn execute(ports: &Ports, caller: &Caller, id: StageId) -> Result<(), Error> {
    require(caller)?;
    let mut transaction = begin(ports, caller)?;
    let of = transaction
        .procedures()
        .stage(id)?
        .ok_or(Error::NotFound(Record::Stage))?
        .procedure;
    let stored = procedure(transaction.as_mut(), of)?;
    refuse_linked(&stored.procedure, id, "be deleted")?;
    redraw(ports, transaction.as_mut(), caller, of, |transaction| {
        Ok(transaction.procedures().remove_stage(id)?)
    })?;
    transaction.commit()?;
    Ok(())
}

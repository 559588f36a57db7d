//! A next-stage link is deleted: `DELETE data_requests/next_stage/{id}/` (decisions, "Screens that the specification names and
//! does not show").

use aditus_domain::ids::NextStageId;

pub use super::super::editing::Error;
use super::super::editing::{Record, begin, redraw, require};
use crate::access::Caller;
use crate::ports::Ports;

/// Deletes a link. An active procedure has to stay valid by it.
pub fn execute(ports: &Ports, caller: &Caller, id: NextStageId) -> Result<(), Error> {
    require(caller)?;
    let mut transaction = begin(ports, caller)?;
    let link = transaction
        .procedures()
        .link(id)?
        .ok_or(Error::NotFound(Record::NextStage))?;
    let of = transaction
        .procedures()
        .stage(link.from)?
        .ok_or(Error::NotFound(Record::Stage))?
        .procedure;
    redraw(ports, transaction.as_mut(), caller, of, |transaction| {
        Ok(transaction.procedures().remove_link(id)?)
    })?;
    transaction.commit()?;
    Ok(())
}

//! A next-stage link is added or changed: `POST data_requests/next_stage/` and `PUT data_requests/next_stage/{id}/` (3 §5, §7;
//! decisions C1).

use aditus_domain::form::FormFaults;
use aditus_domain::ids::{NextStageId, ProcedureId, StageId};
use aditus_domain::procedures::Link;

pub use super::super::editing::Error;
use super::super::editing::{Record, begin, redraw, require};
use crate::access::Caller;
use crate::ports::{Ports, StoreError, Transaction};
use crate::row_versions::{RowVersion, Versioned, advance};

/// What a Super User has filled in.
#[derive(Debug, Clone, Copy)]
pub struct Command {
    /// Which link; a new one, when there is none.
    pub id: Option<NextStageId>,
    /// The version that was read.
    pub seen: Option<RowVersion>,
    /// The stage that has to be approved first.
    pub current_stage: Option<i64>,
    /// The stage that comes after it.
    pub next: Option<i64>,
}

/// Saves a link between two stages of one procedure; answers its id. An active procedure has to stay valid by it.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<NextStageId, Error> {
    require(caller)?;
    let link = Link::parse(command.current_stage, command.next)?;
    let mut transaction = begin(ports, caller)?;
    if let Some(id) = command.id {
        if transaction.procedures().link(id)?.is_none() {
            return Err(Error::NotFound(Record::NextStage));
        }
        advance::<Error>(transaction.as_mut(), Versioned::NextStage(id), command.seen)?;
    }
    let procedure = common_procedure(transaction.as_mut(), link)?;
    let id = redraw(ports, transaction.as_mut(), caller, procedure, |transaction| {
        if let Some(id) = command.id {
            change(transaction, id, link, procedure)?;
            return Ok(id);
        }
        Ok(transaction.procedures().add_link(link)?)
    })?;
    transaction.commit()?;
    Ok(id)
}

fn procedure_of(transaction: &mut dyn Transaction, id: StageId) -> Result<Option<ProcedureId>, StoreError> {
    let stage = transaction.procedures().stage(id)?;
    Ok(stage.map(|stage| stage.procedure))
}

/// The procedure of both stages.
fn common_procedure(transaction: &mut dyn Transaction, link: Link) -> Result<ProcedureId, Error> {
    let from = procedure_of(transaction, link.from)?
        .ok_or_else(|| FormFaults::one("current_stage", "Please enter the Current Stage."))?;
    let to = procedure_of(transaction, link.to)?
        .ok_or_else(|| FormFaults::one("next", "Please enter the NextStage."))?;
    if from != to {
        let message = "Both stages have to belong to the same Approval Procedure.";
        return Err(FormFaults::one("next", message).into());
    }
    Ok(from)
}

/// A link stays in its procedure (3 §5).
fn change(
    transaction: &mut dyn Transaction,
    id: NextStageId,
    link: Link,
    procedure: ProcedureId,
) -> Result<(), Error> {
    let before = transaction
        .procedures()
        .link(id)?
        .ok_or(Error::NotFound(Record::NextStage))?;
    if procedure_of(transaction, before.from)? != Some(procedure) {
        let message = "A link stays in its Approval Procedure. Choose stages of that one.";
        return Err(FormFaults::one("current_stage", message).into());
    }
    Ok(transaction.procedures().save_link(id, link)?)
}

//! A stage is added or changed: `POST data_requests/stage/create/` and `PUT data_requests/stage/{id}/` (3 §5, §7; decisions C1).

use aditus_domain::form::FormFaults;
use aditus_domain::ids::StageId;
use aditus_domain::procedures::{RawStage, StageDetails, undecided_junction};

pub use super::super::editing::Error;
use super::super::editing::{Record, begin, procedure, redraw, require};
use super::refuse_linked;
use crate::access::Caller;
use crate::ports::{Ports, Transaction};
use crate::row_versions::{RowVersion, Versioned, advance};

/// What a Super User has filled in.
#[derive(Debug, Clone)]
pub struct Command {
    /// Which stage; a new one, when there is none.
    pub id: Option<StageId>,
    /// The version that was read.
    pub seen: Option<RowVersion>,
    /// The form.
    pub form: RawStage,
}

/// Saves a stage; answers its id. An active procedure has to stay valid by it.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<StageId, Error> {
    require(caller)?;
    let details = command.form.check()?;
    let mut transaction = begin(ports, caller)?;
    let id = if let Some(id) = command.id {
        change(ports, transaction.as_mut(), caller, (id, command.seen), &details)?;
        id
    } else {
        check_choices(transaction.as_mut(), &details)?;
        redraw(
            ports,
            transaction.as_mut(),
            caller,
            details.procedure,
            |transaction| Ok(transaction.procedures().add_stage(&details)?),
        )?
    };
    transaction.commit()?;
    Ok(id)
}

/// Whether what was chosen from lists stands in them.
pub(super) fn check_choices(transaction: &mut dyn Transaction, details: &StageDetails) -> Result<(), Error> {
    if transaction.procedures().by_id(details.procedure)?.is_none() {
        let message = "Please select the Approval Procedure Name.";
        return Err(FormFaults::one("approval_procedure", message).into());
    }
    let types = transaction.stage_types().all()?;
    let chosen = types
        .iter()
        .find(|stage_type| stage_type.id == details.stage_type);
    let chosen = chosen.ok_or_else(|| FormFaults::one("stage_type", "Please select the Stage Type."))?;
    match undecided_junction(chosen.behaves_as(), details.role) {
        Some(message) => Err(FormFaults::one("role", message).into()),
        None => Ok(()),
    }
}

fn change(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    caller: &Caller,
    (id, seen): (StageId, Option<RowVersion>),
    details: &StageDetails,
) -> Result<(), Error> {
    let before = transaction
        .procedures()
        .stage(id)?
        .ok_or(Error::NotFound(Record::Stage))?
        .procedure;
    advance::<Error>(transaction, Versioned::Stage(id), seen)?;
    check_choices(transaction, details)?;
    let save = |transaction: &mut dyn Transaction| Ok(transaction.procedures().save_stage(id, details)?);
    if before == details.procedure {
        return redraw(ports, transaction, caller, before, save);
    }
    // Its links would lead from one procedure into another.
    let left = procedure(transaction, before)?.procedure;
    refuse_linked(&left, id, "move to another approval procedure")?;
    redraw(ports, transaction, caller, before, |transaction| {
        redraw(ports, transaction, caller, details.procedure, save)
    })
}

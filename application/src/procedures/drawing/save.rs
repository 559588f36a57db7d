//! A drawing is saved as one change: `PUT data_requests/approval_procedures/{id}/drawing/` (decisions C1).
//!
//! The body: `{stages, links, row_version, keep_faults}`, stages and links as [`super::show`] has them without names. `stage_id` is the
//! id of a stage that is there, or a number below 1 for a new one; links name stages by it. `errors` of a refusal are keyed by place:
//! `stages[2].role`, `stages[2]`, `links[0].next`, `links[0]`, and `faults` for what concerns the procedure as a whole.

use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{Drawing, DrawingFaults, RawDrawing};

pub use super::super::editing::Error;
use super::super::editing::{begin, known_types, note, require, whole};
use super::super::repository::StoredWhole;
use crate::access::Caller;
use crate::ports::{Ports, Transaction};
use crate::row_versions::{RowVersion, Versioned, advance};

/// What a Super User has drawn.
#[derive(Debug, Clone)]
pub struct Command {
    /// Which procedure.
    pub procedure: ProcedureId,
    /// The version of the drawing that was read.
    pub seen: Option<RowVersion>,
    /// All of its stages and links.
    pub form: RawDrawing,
    /// Whether a procedure that is not active is saved though it is not valid, to go on later (decisions C1). What is active stays
    /// valid, whatever is said here.
    pub keep_faults: bool,
}

/// Saves the drawing, or refuses it with everything that is wrong, each thing at its place. What is not drawn any more is removed;
/// running requests have a copy of their own.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<(), Error> {
    require(caller)?;
    let mut transaction = begin(ports, caller)?;
    let before = whole(transaction.as_mut(), command.procedure)?;
    advance::<Error>(
        transaction.as_mut(),
        Versioned::Drawing(command.procedure),
        command.seen,
    )?;
    let drawing = check(transaction.as_mut(), &before, command)?;
    let change = drawing.change_from(&before.whole.drawing);
    transaction
        .procedures()
        .save_drawing(command.procedure, &change)?;
    note(ports, transaction.as_mut(), caller, &before)?;
    transaction.commit()?;
    Ok(())
}

fn check(
    transaction: &mut dyn Transaction,
    before: &StoredWhole,
    command: &Command,
) -> Result<Drawing, Error> {
    let types = known_types(transaction)?;
    let present: Vec<_> = before.whole.drawing.stages.iter().map(|stage| stage.id).collect();
    let drawing = command.form.check(&types, &present)?;
    let may_have_faults = command.keep_faults && !before.whole.standing.is_active;
    match DrawingFaults::of(&drawing) {
        Some(faults) if !may_have_faults => Err(faults.into()),
        _ => Ok(drawing),
    }
}

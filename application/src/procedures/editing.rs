//! Common parts of all changes of procedures, in addition to those of [`crate::records`].

use aditus_domain::audit::stored::{Subject, SubjectKind};
use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{
    ActiveProcedureBroken, DrawingFaults, Fault, InUse, KnownType, Origin, ProcedureStatusError,
};
use aditus_domain::review::NotWaiting;
use thiserror::Error;

use super::repository::{ProcedureChange, StoredProcedure, StoredWhole};
use crate::failure::failure;
use crate::ports::Transaction;
use crate::records::Change;
pub use crate::records::Record;
use crate::records::{self, refused_as_any_record};
use crate::row_versions::{Versioned, advance};

/// The operation on a procedure failed.
#[derive(Debug, Error)]
pub enum Error {
    /// An error common to all records.
    #[error(transparent)]
    Record(#[from] records::Error),
    /// The three built-in types cannot be changed.
    #[error("The stage types Initial, Junction and Terminal are built in and cannot be changed.")]
    BuiltIn,
    /// The procedure cannot be activated, deactivated or made the default.
    #[error(transparent)]
    ProcedureStatus(#[from] ProcedureStatusError),
    /// An active procedure would become invalid.
    #[error(transparent)]
    ActiveProcedureBroken(#[from] ActiveProcedureBroken),
    /// A drawing or a file is invalid. Each error has its place.
    #[error(transparent)]
    Drawing(#[from] DrawingFaults),
    /// A move of a trial is not possible.
    #[error(transparent)]
    Trial(#[from] NotWaiting),
    /// The record is still referenced.
    #[error(transparent)]
    InUse(#[from] InUse),
}

refused_as_any_record!(Error);

impl Error {
    pub(super) fn not_found(record: Record) -> Self {
        records::Error::NotFound(record).into()
    }

    pub(super) fn taken(field: &'static str, message: &'static str) -> Self {
        records::Error::Taken(field, message).into()
    }
}

failure! {
    Error {
        forwards Record;
        Drawing(faults) => Invalid, reason: InvalidFields, fields: faults.by_field();
        Trial(refused) => Invalid, reason: NotWaiting, field: format!("moves[{}].stage", refused.place);
        ProcedureStatus(ProcedureStatusError::DefaultStays) => Conflict, reason: DefaultProcedureStays, field: "is_default";
        ProcedureStatus(ProcedureStatusError::DefaultIsActive) => Conflict, reason: DefaultProcedureActive, field: "is_active";
        ProcedureStatus(ProcedureStatusError::Faulty(faults)) => Conflict, reason: ProcedureFaulty, fields: listed(faults);
        ActiveProcedureBroken(ActiveProcedureBroken { procedure, faults, .. }) => Conflict,
            reason: ProcedureWouldBreak,
            params: { procedure: procedure.as_str() },
            fields: listed(faults);
        BuiltIn => Conflict, reason: BuiltIn;
        InUse(used) => Conflict,
            reason: InUse,
            params: { record: used.record.as_str(), uses: used.by.len() };
    }
}

/// Lists all faults of a procedure under the field name `faults` (decisions C1).
fn listed(faults: &[Fault]) -> Vec<(String, String)> {
    let pair = |fault: &Fault| ("faults".to_owned(), fault.to_string());
    faults.iter().map(pair).collect()
}

pub(super) fn procedure(
    transaction: &mut dyn Transaction,
    id: ProcedureId,
) -> Result<StoredProcedure, Error> {
    transaction
        .procedures()
        .by_id(id)?
        .ok_or_else(|| Error::not_found(Record::Procedure))
}

pub(super) fn whole(transaction: &mut dyn Transaction, id: ProcedureId) -> Result<StoredWhole, Error> {
    transaction
        .procedures()
        .whole(id)?
        .ok_or_else(|| Error::not_found(Record::Procedure))
}

pub(super) fn known_types(transaction: &mut dyn Transaction) -> Result<Vec<KnownType>, Error> {
    let types = transaction.stage_types().all()?;
    Ok(types
        .iter()
        .map(super::repository::StoredStageType::known)
        .collect())
}

/// Changes stages or links of a procedure. An active procedure must stay valid. The row version of
/// the drawing is incremented, so concurrent editors of it conflict, and the change is added to the
/// history. A change of an active procedure requires a recent password confirmation
/// ([`require_password_if_active`]), which is checked last, after all other errors.
pub(super) fn change_drawing<T>(
    change: &mut Change<'_>,
    id: ProcedureId,
    work: impl FnOnce(&mut Change<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let before = whole(change.transaction(), id)?;
    let done = work(change)?;
    advance::<Error>(change.transaction(), Versioned::Drawing(id), None)?;
    keep_valid(change.transaction(), id)?;
    require_password_if_active(change, &before)?;
    record_change(change, &before)?;
    Ok(done)
}

/// Refuses to change an active procedure without a recent password confirmation, because the change
/// takes effect like the activation of another procedure.
pub(super) fn require_password_if_active(change: &Change<'_>, before: &StoredWhole) -> Result<(), Error> {
    if before.whole.status.is_active {
        change.caller.require_password(change.ports.clock.now())?;
    }
    Ok(())
}

/// Adds the differences of a procedure to its history, if there are any.
pub(super) fn record_change(change: &mut Change<'_>, before: &StoredWhole) -> Result<(), Error> {
    also_changes(change, before.id);
    let after = whole(change.transaction(), before.id)?;
    let lines = after.whole.describe_changes(&before.whole);
    if lines.is_empty() {
        return Ok(());
    }
    record_lines(change, (before.id, after.whole.text.name), lines)
}

pub(super) fn record_creation(
    change: &mut Change<'_>,
    id: ProcedureId,
    origin: &Origin,
) -> Result<(), Error> {
    let added = whole(change.transaction(), id)?.whole;
    let lines = vec![added.describe_creation(origin)];
    record_lines(change, (id, added.text.name), lines)
}

pub(super) fn record_lines(
    change: &mut Change<'_>,
    (procedure, name): (ProcedureId, String),
    lines: Vec<String>,
) -> Result<(), Error> {
    also_changes(change, procedure);
    let noted = ProcedureChange {
        procedure,
        name,
        by: change.caller.user,
        at: change.ports.clock.now(),
        lines,
    };
    Ok(change.transaction().procedures().add_change(&noted)?)
}

/// Registers the procedure as changed, because stages, links and the template of the letter belong
/// to it.
fn also_changes(change: &mut Change<'_>, procedure: ProcedureId) {
    change.also_changes(Subject {
        kind: SubjectKind::Procedure,
        id: procedure.0,
    });
}

/// Refuses uncommitted changes of an active procedure that would introduce a fault.
pub(super) fn keep_valid(transaction: &mut dyn Transaction, id: ProcedureId) -> Result<(), Error> {
    let stored = procedure(transaction, id)?;
    Ok(stored.status.require_valid(&stored.procedure)?)
}

//! What all changes of procedures have in common besides the shape of [`crate::records`].

use aditus_domain::audit::stored::{Subject, SubjectKind};
use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{Broken, DrawingFaults, Fault, InUse, KnownType, Origin, StandingError};
use aditus_domain::review::NotWaiting;
use thiserror::Error;

use super::repository::{ProcedureChange, StoredProcedure, StoredWhole};
use crate::failure::failure;
use crate::ports::Transaction;
use crate::records::Change;
pub use crate::records::Record;
use crate::records::{self, refused_as_any_record};
use crate::row_versions::{Versioned, advance};

/// Why nothing was shown or changed.
#[derive(Debug, Error)]
pub enum Error {
    /// As with any record.
    #[error(transparent)]
    Record(#[from] records::Error),
    /// The three types that come with the product stay as they are.
    #[error("The stage types Initial, Junction and Terminal are built in and cannot be changed.")]
    BuiltIn,
    /// The procedure cannot be activated, deactivated or made the default.
    #[error(transparent)]
    Standing(#[from] StandingError),
    /// An active procedure would not stay valid.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// Something is wrong with a drawing or a file; each thing has its place.
    #[error(transparent)]
    Drawing(#[from] DrawingFaults),
    /// A move of a trial that nobody could make.
    #[error(transparent)]
    Trial(#[from] NotWaiting),
    /// Something refers to the record.
    #[error(transparent)]
    InUse(#[from] InUse),
}

refused_as_any_record!(Error);

impl Error {
    pub(super) fn not_found(record: Record) -> Self {
        records::Error::NotFound(record).into()
    }

    /// Another record is the same in this field.
    pub(super) fn taken(field: &'static str, message: &'static str) -> Self {
        records::Error::Taken(field, message).into()
    }
}

failure! {
    Error {
        forwards Record;
        Drawing(faults) => Invalid, fields: faults.by_field();
        Trial(refused) => Invalid, field: format!("moves[{}].stage", refused.place);
        Standing(StandingError::DefaultStays) => Conflict, field: "is_default";
        Standing(StandingError::DefaultIsActive) => Conflict, field: "is_active";
        Standing(StandingError::Faulty(faults)) | Broken(Broken { faults, .. }) => Conflict, fields: listed(faults);
        BuiltIn | InUse(_) => Conflict;
    }
}

/// Every fault of a procedure, under the name that the answer gives to all of them (decisions C1).
fn listed(faults: &[Fault]) -> Vec<(String, String)> {
    let pair = |fault: &Fault| ("faults".to_owned(), fault.to_string());
    faults.iter().map(pair).collect()
}

/// The procedure, which must exist.
pub(super) fn procedure(
    transaction: &mut dyn Transaction,
    id: ProcedureId,
) -> Result<StoredProcedure, Error> {
    transaction
        .procedures()
        .by_id(id)?
        .ok_or_else(|| Error::not_found(Record::Procedure))
}

/// Everything of a procedure, which must exist.
pub(super) fn whole(transaction: &mut dyn Transaction, id: ProcedureId) -> Result<StoredWhole, Error> {
    transaction
        .procedures()
        .whole(id)?
        .ok_or_else(|| Error::not_found(Record::Procedure))
}

/// The types of stages that there are, as drawings know them.
pub(super) fn known_types(transaction: &mut dyn Transaction) -> Result<Vec<KnownType>, Error> {
    let types = transaction.stage_types().all()?;
    Ok(types
        .iter()
        .map(super::repository::StoredStageType::known)
        .collect())
}

/// Changes stages or links of a procedure. An active one has to stay valid by it; whoever edits its drawing meanwhile has an older
/// version of it; and what was changed becomes a line of its history. It needs the password of the last minutes
/// ([`require_password_if_active`]), which is asked for last, when nothing else stands in the way.
pub(super) fn redraw<T>(
    change: &mut Change<'_>,
    id: ProcedureId,
    work: impl FnOnce(&mut Change<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let before = whole(change.transaction(), id)?;
    let done = work(change)?;
    advance::<Error>(change.transaction(), Versioned::Drawing(id), None)?;
    keep_valid(change.transaction(), id)?;
    require_password_if_active(change, &before)?;
    note(change, &before)?;
    Ok(done)
}

/// Refuses to redraw an active procedure in a session without the password of the last minutes: the procedure that is in effect would
/// be another one from then on, as if another had been activated.
pub(super) fn require_password_if_active(change: &Change<'_>, before: &StoredWhole) -> Result<(), Error> {
    if before.whole.standing.is_active {
        change.caller.require_password(change.ports.clock.now())?;
    }
    Ok(())
}

/// Adds what became different in a procedure to its history; nothing where nothing did.
pub(super) fn note(change: &mut Change<'_>, before: &StoredWhole) -> Result<(), Error> {
    also_changes(change, before.id);
    let after = whole(change.transaction(), before.id)?;
    let lines = after.whole.told_since(&before.whole);
    if lines.is_empty() {
        return Ok(());
    }
    note_lines(change, (before.id, after.whole.text.name), lines)
}

/// Begins the history of a procedure that is new.
pub(super) fn note_new(change: &mut Change<'_>, id: ProcedureId, origin: &Origin) -> Result<(), Error> {
    let added = whole(change.transaction(), id)?.whole;
    let lines = vec![added.told_as_new(origin)];
    note_lines(change, (id, added.text.name), lines)
}

/// Adds lines to the history of the procedure of this id and name.
pub(super) fn note_lines(
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
    Ok(change.transaction().procedures().note_change(&noted)?)
}

/// Stages, links and the template of the letter belong to their procedure.
fn also_changes(change: &mut Change<'_>, procedure: ProcedureId) {
    change.also_changes(Subject {
        kind: SubjectKind::Procedure,
        id: procedure.0,
    });
}

/// Refuses what the transaction has made of a procedure, if it is active and has a fault now.
pub(super) fn keep_valid(transaction: &mut dyn Transaction, id: ProcedureId) -> Result<(), Error> {
    let stored = procedure(transaction, id)?;
    Ok(stored.standing.keep(&stored.procedure)?)
}

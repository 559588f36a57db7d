//! What all changes of procedures have in common: an inner service of the use cases of this slice.

use aditus_domain::form::FormFaults;
use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{Broken, DrawingFaults, Fault, InUse, KnownType, Origin, StandingError};
use aditus_domain::review::NotWaiting;
use aditus_domain::roles::Role;
use thiserror::Error;

use super::repository::{ProcedureChange, StoredProcedure, StoredWhole};
use crate::access::{AccessError, Caller};
use crate::failure::{Failure, Kind};
use crate::ports::{Ports, StoreError, Transaction};
use crate::roles::authority;
use crate::row_versions::{Stale, Versioned, advance};

/// What a call names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Record {
    /// A type of stages.
    StageType,
    /// An approval procedure.
    Procedure,
    /// A stage.
    Stage,
    /// A link to the next stage.
    NextStage,
}

impl std::fmt::Display for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::StageType => "Stage Type",
            Self::Procedure => "Approval Procedure",
            Self::Stage => "Stage",
            Self::NextStage => "Next Stage",
        })
    }
}

/// Why nothing was shown or changed.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller is no Super User (3 §6).
    #[error(transparent)]
    Access(#[from] AccessError),
    /// Something is wrong with the form.
    #[error(transparent)]
    Form(#[from] FormFaults),
    /// There is no such record.
    #[error("{0} not found.")]
    NotFound(Record),
    /// Another record has this name.
    #[error("There is another {0} with this name already.")]
    Taken(Record),
    /// Somebody else has saved it since it was read.
    #[error(transparent)]
    Stale(#[from] Stale),
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
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Access(error) => error.kind(),
            Self::Form(_) | Self::Drawing(_) | Self::Trial(_) => Kind::Invalid,
            Self::NotFound(_) => Kind::NotFound,
            Self::Taken(_)
            | Self::Stale(_)
            | Self::BuiltIn
            | Self::Standing(_)
            | Self::Broken(_)
            | Self::InUse(_) => Kind::Conflict,
            Self::Store(error) => error.kind(),
        }
    }

    fn fields(&self) -> Vec<(String, String)> {
        match self {
            Self::Form(faults) => faults.by_field(),
            Self::Drawing(faults) => faults.by_field(),
            Self::Trial(refused) => vec![(format!("moves[{}].stage", refused.place), self.to_string())],
            Self::Taken(record) => {
                let field = match record {
                    Record::StageType => "stage_type",
                    _ => "name",
                };
                vec![(field.to_owned(), self.to_string())]
            }
            Self::Stale(stale) => stale.fields(),
            Self::Standing(StandingError::DefaultStays) => {
                vec![("is_default".to_owned(), self.to_string())]
            }
            Self::Standing(StandingError::DefaultIsActive) => {
                vec![("is_active".to_owned(), self.to_string())]
            }
            Self::Standing(StandingError::Faulty(faults)) | Self::Broken(Broken { faults, .. }) => {
                listed(faults)
            }
            _ => Vec::new(),
        }
    }
}

/// Every fault of a procedure, under the name that the answer gives to all of them (decisions C1).
fn listed(faults: &[Fault]) -> Vec<(String, String)> {
    let pair = |fault: &Fault| ("faults".to_owned(), fault.to_string());
    faults.iter().map(pair).collect()
}

/// Begins a change: the transaction has its turn, and the caller is a Super User still.
pub(super) fn begin<'a>(ports: &'a Ports, caller: &Caller) -> Result<Box<dyn Transaction + 'a>, Error> {
    let mut transaction = ports.database.begin()?;
    transaction.procedures().take_turns()?;
    authority::require_super_user::<Error>(transaction.as_mut(), caller)?;
    Ok(transaction)
}

/// Refuses everybody but Super Users, before anything is looked up.
pub(super) fn require(caller: &Caller) -> Result<(), AccessError> {
    caller.require(Role::SuperUser).map(drop)
}

/// The procedure, which must exist.
pub(super) fn procedure(
    transaction: &mut dyn Transaction,
    id: ProcedureId,
) -> Result<StoredProcedure, Error> {
    transaction
        .procedures()
        .by_id(id)?
        .ok_or(Error::NotFound(Record::Procedure))
}

/// Everything of a procedure, which must exist.
pub(super) fn whole(transaction: &mut dyn Transaction, id: ProcedureId) -> Result<StoredWhole, Error> {
    transaction
        .procedures()
        .whole(id)?
        .ok_or(Error::NotFound(Record::Procedure))
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
/// version of it; and what was changed becomes a line of its history.
pub(super) fn redraw<T>(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    caller: &Caller,
    id: ProcedureId,
    work: impl FnOnce(&mut dyn Transaction) -> Result<T, Error>,
) -> Result<T, Error> {
    let before = whole(transaction, id)?;
    let done = work(transaction)?;
    advance::<Error>(transaction, Versioned::Drawing(id), None)?;
    keep_valid(transaction, id)?;
    note(ports, transaction, caller, &before)?;
    Ok(done)
}

/// Adds what became different in a procedure to its history; nothing where nothing did.
pub(super) fn note(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    caller: &Caller,
    before: &StoredWhole,
) -> Result<(), Error> {
    let after = whole(transaction, before.id)?;
    let lines = after.whole.told_since(&before.whole);
    if lines.is_empty() {
        return Ok(());
    }
    note_lines(
        ports,
        transaction,
        caller,
        (before.id, after.whole.text.name),
        lines,
    )
}

/// Begins the history of a procedure that is new.
pub(super) fn note_new(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    caller: &Caller,
    id: ProcedureId,
    origin: &Origin,
) -> Result<(), Error> {
    let added = whole(transaction, id)?.whole;
    let lines = vec![added.told_as_new(origin)];
    note_lines(ports, transaction, caller, (id, added.text.name), lines)
}

/// Adds lines to the history of the procedure of this id and name.
pub(super) fn note_lines(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    caller: &Caller,
    (procedure, name): (ProcedureId, String),
    lines: Vec<String>,
) -> Result<(), Error> {
    transaction.procedures().note_change(&ProcedureChange {
        procedure,
        name,
        by: caller.user,
        at: ports.clock.now(),
        lines,
    })?;
    Ok(())
}

/// Refuses what the transaction has made of a procedure, if it is active and has a fault now.
pub(super) fn keep_valid(transaction: &mut dyn Transaction, id: ProcedureId) -> Result<(), Error> {
    let stored = procedure(transaction, id)?;
    Ok(stored.standing.keep(&stored.procedure)?)
}

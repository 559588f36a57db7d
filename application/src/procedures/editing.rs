//! What all changes of procedures have in common besides the shape of [`crate::records`].

use aditus_domain::form::FormFaults;
use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{Broken, Fault, InUse, StandingError};
use thiserror::Error;

use super::repository::StoredProcedure;
use crate::access::AccessError;
use crate::failure::{Failure, Kind};
use crate::ports::{StoreError, Transaction};
pub use crate::records::Record;
use crate::row_versions::Stale;

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
            Self::Form(_) => Kind::Invalid,
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

/// Refuses what the transaction has made of a procedure, if it is active and has a fault now.
pub(super) fn keep_valid(transaction: &mut dyn Transaction, id: ProcedureId) -> Result<(), Error> {
    let stored = procedure(transaction, id)?;
    Ok(stored.standing.keep(&stored.procedure)?)
}
